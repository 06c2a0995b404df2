"""Questions and answers: retrieve, answer, judge, each kept in rows and resumable by itself."""
