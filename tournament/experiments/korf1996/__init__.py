"""Korf and Chickering 1996, "Best-first minimax search", on random trees and in Othello."""
