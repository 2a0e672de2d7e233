"""What has been played, as a table: points, byes, the crosstable, and one entry's rounds."""
