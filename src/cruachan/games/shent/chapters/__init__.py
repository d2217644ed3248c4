"""The rules, chapter by chapter of RULES.md."""
