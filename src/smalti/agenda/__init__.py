"""What is to be found out: units, what they wait for, and the next best question.

A **form** (``form``; read from YAML or JSON by ``load``, ``fields``, ``parse``, ``checks``) says
what is to be found out. An **agenda** (``agenda``) is a form at work: it is told what is believed
(``state``), by a **policy** says what to ask next and when to stop (``coverage``), and can be kept
as plain data (``export``). Under it lie the raw **terms** of all units, kept exact edit by edit
(``terms``, ``frontier``, ``dependents``), which ``scoring`` composes into scores at selection.
``answers`` reads replies, and what ordinary conversation answers by the way.

Everything here is values and arrays. What is believed comes from outside.
"""
