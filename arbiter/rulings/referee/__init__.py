"""What an official decides: results, penalties, proposals, appeals."""
