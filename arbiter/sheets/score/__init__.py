"""The score sheet: head, cells, foot, and what stands in them."""
