"""Persons without passwords: devices, links, passkeys, recovery phrases, what follows them."""
