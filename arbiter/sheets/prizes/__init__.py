"""Sheets of the prizes: the list, the ceremony, certificates and receipts."""
