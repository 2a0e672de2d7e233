"""What is printed: the only room that sees ReportLab."""
