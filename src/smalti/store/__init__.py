"""Where memory is kept: one contract, and its implementations."""
