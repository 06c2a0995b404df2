"""What is to be found out: units, what they wait for, and the next best question."""
