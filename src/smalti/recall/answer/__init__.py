"""From a plan and what was found to an answer: operators over values, and when there is none."""
