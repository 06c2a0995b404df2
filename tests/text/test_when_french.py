"""French expressions of every kind, answers worked out by hand.

Unless a line says otherwise it was said on Friday, 15 May 2026, at ten in the morning.
"""

from __future__ import annotations

import pytest

from smalti.text.when import find_dates
from text.test_when_table import NOTHING, check, lines

FRIDAY = "2026-05-15T10:00+02:00"

EXPRESSIONS = """
[Hier], il a plu toute la journée. => 2026-05-14
[Aujourd’hui] je reste au lit. => 2026-05-15
[Ce matin] j'ai raté le bus. => 2026-05-15T06:00..2026-05-15T12:00 hour
[Hier soir] on a dîné chez Paul. => 2026-05-14T18:00..2026-05-15T00:00 hour
[Demain matin] j'ai un examen. => 2026-05-16T06:00..2026-05-16T12:00 hour
[Cette nuit] j'ai mal dormi. => 2026-05-14T18:00..2026-05-15T06:00 hour
[Mardi], le plombier est venu. => 2026-05-12
[Mardi], le plombier viendra. => 2026-05-19
[Lundi prochain] je commence. => 2026-05-18
Il est né [le 14 juillet 1941]. => 1941-07-14
Le rendez-vous est [le lundi 1er juin]. => 2026-06-01
Je suis payée [le 28]. => 2026-05-28
Ça expire [le 03/04/2027]. => 2027-04-03
[Du 3 au 7 juin] nous serons absents. => 2026-06-03..2026-06-08 day
Il est parti [il y a deux jours]. => 2026-05-13
Elle est arrivée [il y a cinq mois]. => 2025-12
[Dans trois semaines], c'est fini. => 2026-W23
Il était là [il y a une demi-heure]. => 2026-05-15T09:30
[Il y a un an et demi], on a acheté la maison. => 2024-11
[Dans huit jours] tout sera prêt. => 2026-05-22
[La semaine prochaine] je serai loin. => 2026-W21
[Le week-end dernier] il a neigé. => 2026-05-09..2026-05-11 week
[Le mois dernier] j'ai trop dépensé. => 2026-04
[En octobre] on ouvrira la boutique. => 2026-10
[Début juin] je termine. => 2026-06-01..2026-06-11 week
[À la mi-mars] j'ai démissionné. => 2026-03-11..2026-03-21 week
[Fin avril] le chien est mort. => 2026-04-21..2026-05-01 week
[En mars de l'année prochaine] j'aurai quarante ans. => 2027-03
[L'année dernière] j'étais au Pérou. => 2025
On s'est rencontrés [en 2018]. => 2018
[Dans les années 80] ça n'existait pas. => 1980-01-01..1990-01-01 decade
À [l'automne 2020] Léo est né. => 2020-09-01..2020-12-01 season
[L'été dernier] on a loué un bateau. => 2025-06-01..2025-09-01 season
Je chante dans ce chœur [depuis trois ans]. => 2023 since
[Ça fait deux mois] que je ne fume plus. => 2026-03 since
[À partir de lundi] ça ferme plus tôt. => 2026-05-18 since
Je suis absent [jusqu'à jeudi]. => 2026-05-21 until
Il faut finir [avant Noël]. => 2026-12-25 before
[Deux jours avant Noël] la chaudière a lâché. => 2025-12-23
[Le lendemain de Pâques] on est rentrés. => 2026-04-06
[Entre 2015 et 2018] j'ai étudié à Lyon. => 2015-01-01..2019-01-01 year
[Lundi à 20h] il y a répétition. => 2026-05-18T20
[Demain à huit heures et demie] le train part. => 2026-05-16T08:30
[Tous les lundis] je nage. => FREQ=WEEKLY;BYDAY=MO day
[Le mardi et le jeudi] je m'entraîne. => FREQ=WEEKLY;BYDAY=TU,TH day
[Chaque matin] je lis le journal. => FREQ=DAILY hour
Je vais chez le médecin [deux fois par mois]. => FREQ=MONTHLY day
[Toutes les deux semaines] je lave la voiture. => FREQ=WEEKLY;INTERVAL=2 week
[Le premier lundi de chaque mois] il y a marché. => FREQ=MONTHLY;BYDAY=1MO day
[Un vendredi sur deux] je travaille d'ici. => FREQ=WEEKLY;INTERVAL=2;BYDAY=FR day
[L'autre jour] j'ai vu Anne. => unknown
[Quand j'étais petite] je détestais ça. => unknown
[Il y a quelques jours] il allait bien. => unknown
Je suis né en 1985 et [à l'âge de six ans] j'ai appris à lire. => 1991-01-01..1993-01-01 year
[Le deuxième mardi de septembre] commence le cours. => 2026-09-08
[Le dernier jour d'avril] je suis partie. => 2026-04-30
On se voit [samedi soir]. => 2026-05-16T18:00..2026-05-17T00:00 hour
On s'est mariés [le 1er janvier 2020]. => 2020-01-01
[Depuis mardi] j'ai mal au dos. => 2026-05-12 since
Il faut que ce soit prêt [d'ici mercredi]. => 2026-05-20 before
[Ces deux dernières semaines] je n'ai pas dormi. => 2026-W18 since
[Il y a quinze ans] j'ai fini mes études. => 2011
[Une fois par an] je vais chez le dentiste. => FREQ=YEARLY day
[Tous les trois jours] j'arrose les plantes. => FREQ=DAILY;INTERVAL=3 day
[Le 25 de chaque mois] je touche ma paie. => FREQ=MONTHLY;BYMONTHDAY=25 day
[L'été prochain] on ira en Bretagne. => 2026-06-01..2026-09-01 season
[Demain à 14h30] j'ai rendez-vous. => 2026-05-16T14:30
[Du lundi au vendredi] je travaille. => FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR day
[Dimanche matin] on a fait le marché. => 2026-05-10T06:00..2026-05-10T12:00 hour
On a déménagé, et [début mai] on est revenus. => 2026-05-01..2026-05-11 week
[À la fin du mois] je pars. => 2026-05-31
[La veille de Noël] il neigeait. => 2025-12-24
@2026-12-31T22:00+11:00
[Après-demain] on part en voyage. => 2027-01-02
@2026-06-22T09:00+02:00
On s'est vus [mercredi dernier]. => 2026-06-17
Ma sœur accouche [dans deux mois]. => 2026-08
J'y travaille [depuis début mai]. => 2026-05-01..2026-05-11 week since
@2026-03-04T09:00+01:00
Je reviens [le 2 avril]. => 2026-04-02
J'ai arrêté le tennis [il y a deux ans]. => 2024
[Samedi prochain] je cours le marathon. => 2026-03-14
Elle est née [au printemps 1990]. => 1990-03-01..1990-06-01 season
[Dès demain] je me lève à six heures. => 2026-03-05 since
@2026-07-15T08:30+02:00
On déménage [à la fin du mois d'août]. => 2026-08-31
Je l'ai vu [lundi dernier]. => 2026-07-13
"""

TRAPS = [
    "Le sapin de Noël est beau.",
    "J'ai été très malade.",
    "La planète Mars est rouge.",
    "Avril est ma cousine, dit Avril.",
    "On a gagné 3-2.",
    "Ça coûte 1999 euros.",
    "La version 3.5.2 est sortie.",
    "J'ai marché 2000 pas.",
    "Mon numéro est le 01 23 45 67 89.",
    "C'est la seconde fois.",
    "Il habite dans le Midi.",
    "J'ai étudié pendant un an.",
    "Le 3e étage est fermé.",
    "La mise à jour est prête.",
]


@pytest.mark.parametrize(("said", "sentence", "answer"), lines(EXPRESSIONS, FRIDAY))
def test_expressions_mean_what_people_mean(said: str, sentence: str, answer: str) -> None:
    check(said, sentence, answer)


@pytest.mark.parametrize("text", TRAPS)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert find_dates(text, NOTHING, language="fr") == []
    assert find_dates(text, NOTHING) == []
