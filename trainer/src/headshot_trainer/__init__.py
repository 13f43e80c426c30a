"""Trains a LoRA of a text-to-image model for each person and generates headshots with it, offline."""
