"""Who is better, by how much and why: tournaments, ratings, reports, and looks into an agent."""
