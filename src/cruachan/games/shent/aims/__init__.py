"""What quests are out for: kinds and manners of aims (S17, S18)."""
