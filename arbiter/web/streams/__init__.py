"""Server-sent events, and the ASGI layers in front of Flask: body buffer, page cache and thread pools."""
