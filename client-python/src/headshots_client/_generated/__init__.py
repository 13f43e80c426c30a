"""Types and methods, generated from the OpenAPI document."""
