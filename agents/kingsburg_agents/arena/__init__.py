"""Who is better: tournaments of duplicate blocks, their analysis, a report, the published ladder."""
