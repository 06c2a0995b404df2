"""German expressions of every kind, answers worked out by hand.

Unless a line says otherwise it was said on Friday, 15 May 2026, at ten in the morning.
"""

from __future__ import annotations

import pytest

from smalti.text.when import find_dates
from text.test_when_table import NOTHING, check, lines

FRIDAY = "2026-05-15T10:00+02:00"

EXPRESSIONS = """
[Vorgestern] war ich beim Arzt. => 2026-05-13
[Heute Morgen] hat es geregnet. => 2026-05-15T06:00..2026-05-15T12:00 hour
[Gestern Abend] haben wir gekocht. => 2026-05-14T18:00..2026-05-15T00:00 hour
[Morgen früh um acht] gehe ich laufen. => 2026-05-16T08
[Heute Nacht] habe ich schlecht geschlafen. => 2026-05-14T18:00..2026-05-15T06:00 hour
[Am Dienstag] hat Oma angerufen. => 2026-05-12
[Am Dienstag] kommt Oma. => 2026-05-19
[Letzten Montag] war geschlossen. => 2026-05-11
[Kommenden Samstag] ziehen wir um. => 2026-05-16
[Montagabend] ist Probe. => 2026-05-18T18:00..2026-05-19T00:00 hour
[Am 3. Oktober 1990] war die Einheit. => 1990-10-03
[Am 22. Mai] hat er Geburtstag. => 2026-05-22
Der Vertrag vom [12.03.2024] gilt. => 2024-03-12
Die Miete ist [am 1.] fällig. => 2026-06-01
[Vom 3. bis 7. Juni] sind wir weg. => 2026-06-03..2026-06-08 day
[Vor zwei Tagen] ist er gefahren. => 2026-05-13
[In vierzehn Tagen] sehen wir uns. => 2026-05-29
[Vor einem halben Jahr] sind wir eingezogen. => 2025-11
[Vor anderthalb Jahren] ging es los. => 2024-11
[Vor einer halben Stunde] war er da. => 2026-05-15T09:30
[Letzte Woche] war ich krank. => 2026-W19
[Übernächste Woche] habe ich frei. => 2026-W22
[Am Wochenende] waren wir wandern. => 2026-05-09..2026-05-11 week
[In KW 37] ist Betriebsruhe. => 2026-W37
[Nächsten Monat] wird renoviert. => 2026-06
[Im März] haben wir geheiratet. => 2026-03
[Anfang Juni] geht es los. => 2026-06-01..2026-06-11 week
[Mitte März] war er hier. => 2026-03-11..2026-03-21 week
[Ende April] wurde er entlassen. => 2026-04-21..2026-05-01 week
[Bis Ende des Monats] brauche ich die Zahlen. => 2026-05-31 until
[Nächstes Jahr im März] werde ich vierzig. => 2027-03
[Im Jahr 2018] war das. => 2018
[In den Neunzigern] war alles anders. => 1990-01-01..2000-01-01 decade
[In den 80er Jahren] gab es das nicht. => 1980-01-01..1990-01-01 decade
[Im Winter 2023] ist er gestorben. => 2023-12-01..2024-03-01 season
[Nächsten Herbst] fange ich an. => 2026-09-01..2026-12-01 season
[Seit drei Jahren] wohne ich hier. => 2023 since
[Seit Montag] habe ich Fieber. => 2026-05-11 since
[Ab nächster Woche] gilt der neue Plan. => 2026-W21 since
[Spätestens am Mittwoch] muss es fertig sein. => 2026-05-20 before
[Vor Weihnachten] schaffen wir das nicht. => 2026-12-25 before
[Zwei Tage vor Ostern] kam der Brief. => 2026-04-03
[Zwischen 2015 und 2018] habe ich studiert. => 2015-01-01..2019-01-01 year
[An Silvester] waren wir zu Hause. => 2025-12-31
[Morgen um halb acht] klingelt der Wecker. => 2026-05-16T07:30
Der Zug fährt [am Montag um 14:35 Uhr]. => 2026-05-18T14:35
[Jeden Montag] gehe ich schwimmen. => FREQ=WEEKLY;BYDAY=MO day
[Dienstags und donnerstags] ist Training. => FREQ=WEEKLY;BYDAY=TU,TH day
[Jeden zweiten Freitag] ist Skat. => FREQ=WEEKLY;INTERVAL=2;BYDAY=FR day
[Jeden ersten Sonntag im Monat] ist Flohmarkt. => FREQ=MONTHLY;BYDAY=1SU day
[Jeden Abend] liest er vor. => FREQ=DAILY hour
Wir treffen uns [zweimal im Monat]. => FREQ=MONTHLY day
[Alle zwei Wochen] kommt die Müllabfuhr. => FREQ=WEEKLY;INTERVAL=2 week
[Jedes Jahr an Weihnachten] backen wir. => FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25 day
[Neulich] habe ich Jan getroffen. => unknown
[Als Kind] mochte ich keinen Spinat. => unknown
[Vor ein paar Tagen] war er noch gesund. => unknown
Ich bin 1985 geboren und [mit sechs Jahren] kam ich zur Schule. => 1991-01-01..1993-01-01 year
[Vorletzte Woche] hatte ich Urlaub. => 2026-W18
Der Kurs beginnt [am zweiten Dienstag im September]. => 2026-09-08
[Am letzten Tag im April] bin ich gegangen. => 2026-04-30
[Freitag in einer Woche] fahren wir. => 2026-05-22
Das Fest ist [übernächsten Samstag]. => 2026-05-30
Wir kennen uns seit der ersten Klasse, also [seit 1994]. => 1994 since
Im ersten Quartal lief es gut, das war 2025, also [Q1 2025]. => 2025-01-01..2025-04-01 season
[Gegen 18 Uhr am Sonntag] rufe ich an. => 2026-05-17T18
[Am Freitagnachmittag] war ich beim Friseur. => 2026-05-08T12:00..2026-05-08T18:00 hour
[Anfang nächsten Jahres] ziehen wir um. => 2027-01-01..2027-05-01 year
[Bis Mitte Juni] bin ich weg. => 2026-06-11..2026-06-21 week until
[In zwei Stunden] bin ich da. => 2026-05-15T12
[Von Montag bis Mittwoch] hatten wir Besuch. => 2026-05-11..2026-05-14 day
[Jeden Monat am 15.] kommt das Geld. => FREQ=MONTHLY;BYMONTHDAY=15 day
[Einmal pro Woche] gehe ich schwimmen. => FREQ=WEEKLY day
[Sonntagabends] schauen wir Tatort. => FREQ=WEEKLY;BYDAY=SU hour
[Letztes Jahr an Ostern] waren wir in Wien. => 2025-04-20
[Diesen Sommer] wollen wir wandern. => 2026-06-01..2026-09-01 season
[Nach dem 10. Juni] habe ich Zeit. => 2026-06-10 after
[Die letzten zwei Monate] waren hart. => 2026-03 since
@2026-12-31T23:50+01:00
[Morgen] fangen wir neu an. => 2027-01-01
@2026-06-22T09:00+02:00
[Heute vor einem Jahr] sind wir eingezogen. => 2025-06-22
Ich habe [am kommenden Donnerstag] Prüfung. => 2026-06-25
[Anfang der Achtziger] war er in Kuba. => 1980-01-01..1984-01-01 decade
Sie arbeitet [seit Anfang März] hier. => 2026-03-01..2026-03-11 week since
Das war [vergangenen Herbst]. => 2025-09-01..2025-12-01 season
@2026-03-04T09:00+01:00
[Heute in drei Wochen] heiraten wir. => 2026-03-25
Er kam [am Samstagabend um zehn]. => 2026-02-28T22
[Ab dem 1. April] arbeite ich in Teilzeit. => 2026-04-01 since
Oma wurde [im Februar 1938] geboren. => 1938-02
Wir haben [vor gut zehn Jahren] gebaut. => 2016
[Jeden ersten Montag im Monat] tagt der Rat. => FREQ=MONTHLY;BYDAY=1MO day
Ich gehe [mittwochabends] zum Yoga. => FREQ=WEEKLY;BYDAY=WE hour
[Bis nächsten Dienstag] bin ich krank. => 2026-03-10 until
@2026-07-15T08:30+02:00
[Morgen in einer Woche] fliegen wir. => 2026-07-23
Der Laden hat [bis Ende August] zu. => 2026-08-21..2026-09-01 week until
[Seit vorgestern] huste ich. => 2026-07-13 since
"""

TRAPS = [
    "Der August ist ein lieber Kerl.",
    "Wir sehen uns im Café Sommer.",
    "Mit drei Freunden war ich im Kino.",
    "Vor dem Essen waschen wir uns die Hände.",
    "Guten Morgen zusammen!",
    "Herr Freitag hat angerufen.",
    "Frau Sommer ist nett.",
    "Die Version 3.5.2 läuft.",
    "Es steht 3:2 für uns.",
    "Das kostet 1999 Euro.",
    "Zimmer 2019 ist oben.",
    "Er lief 2000 Meter.",
    "Ich mag acht Äpfel.",
    "Gib bitte acht auf ihn.",
    "Die Nummer ist 030 1234567.",
    "Wir haben ein Jahr lang gespart.",
    "Der Roman 1984 liegt hier.",
    "Das ist das erste Mal.",
    "Ich will, dass alle kommen.",
]


@pytest.mark.parametrize(("said", "sentence", "answer"), lines(EXPRESSIONS, FRIDAY))
def test_expressions_mean_what_people_mean(said: str, sentence: str, answer: str) -> None:
    check(said, sentence, answer)


@pytest.mark.parametrize("text", TRAPS)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert find_dates(text, NOTHING, language="de") == []
    assert find_dates(text, NOTHING) == []
