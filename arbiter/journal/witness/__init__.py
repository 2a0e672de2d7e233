"""What keeps a journal whole: every line once more beside it, and what is brought back from one to the other."""
