"""The command `kingsburg`: what a person does with the project starts here."""
