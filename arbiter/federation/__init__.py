"""Links between the services of different halls. A hall can feed its tournaments to another service, its hub."""
