"""Server-sent events, and the ASGI applications in front of Flask: body buffer, page cache and thread pools."""
