"""The pairing systems other than the Swiss, one per file; `systems` lists them all."""
