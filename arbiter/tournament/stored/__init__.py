"""The tournament as it is stored beside its journal: the text of a snapshot, and finished games packed into bytes."""
