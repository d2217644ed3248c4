"""Leagues and tournaments: seasons, pairings, standings, and tables that are made by themselves."""
