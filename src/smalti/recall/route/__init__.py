"""Which turns are compared with a query where comparing it with all of them takes too long."""
