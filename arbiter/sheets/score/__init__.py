"""The score sheet: head, cells, foot, and their contents."""
