"""What has happened: events, and the state that replay makes of them."""
