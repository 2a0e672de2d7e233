"""What is said of it: values that the API, the pages and the wires tell."""
