"""The pairing systems other than the Swiss system, one per file; `systems` lists them all."""
