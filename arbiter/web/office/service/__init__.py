"""The service behind the office: who may come in, its machine, its journals, its hub, its house."""
