"""The machine under the hall: its addresses and certificates, its disk, and what stands in the way of an evening."""
