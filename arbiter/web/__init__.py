"""The pages and the API. Flask is used only in this folder."""
