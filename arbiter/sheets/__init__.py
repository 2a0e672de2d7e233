"""Printed sheets (PDF): the only package that imports ReportLab."""
