"""Spanish expressions of every kind, answers worked out by hand.

Unless a line says otherwise it was said on Friday, 15 May 2026, at ten in the morning.
"""

from __future__ import annotations

import pytest

from smalti.text.when import find_dates
from text.test_when_table import NOTHING, check, lines

FRIDAY = "2026-05-15T10:00+02:00"

EXPRESSIONS = """
[Anteayer] me llamó mi hermana. => 2026-05-13
[Pasado mañana] es la boda. => 2026-05-17
[Esta mañana] llovió mucho. => 2026-05-15T06:00..2026-05-15T12:00 hour
[Anoche] no dormí nada. => 2026-05-14T18:00..2026-05-15T06:00 hour
[Ayer por la tarde] fuimos al cine. => 2026-05-14T12:00..2026-05-14T18:00 hour
[Mañana por la mañana] tengo dentista. => 2026-05-16T06:00..2026-05-16T12:00 hour
[El martes] vino el fontanero. => 2026-05-12
[El martes] viene el fontanero. => 2026-05-19
[El lunes pasado] empecé el curso. => 2026-05-11
[El próximo miércoles] nos mudamos. => 2026-05-20
Nació [el 14 de julio de 1941]. => 1941-07-14
La cita es [el 3 de junio]. => 2026-06-03
Cobro [el día 28]. => 2026-05-28
Vence [el 03/04/2027]. => 2027-04-03
[Del 3 al 7 de junio] estamos fuera. => 2026-06-03..2026-06-08 day
[Hace dos días] que se fue. => 2026-05-13
Se fue [hace cinco meses]. => 2025-12
[Dentro de tres semanas] acabamos. => 2026-W23
[Hace media hora] estaba aquí. => 2026-05-15T09:30
[Hace un año y medio] compré la casa. => 2024-11
[La semana que viene] no estoy. => 2026-W21
[El fin de semana pasado] nevó. => 2026-05-09..2026-05-11 week
[El mes pasado] gasté demasiado. => 2026-04
[En octubre] abrimos la tienda. => 2026-10
[A principios de junio] termino. => 2026-06-01..2026-06-11 week
[A mediados de marzo] dejé el trabajo. => 2026-03-11..2026-03-21 week
[A finales de abril] murió el perro. => 2026-04-21..2026-05-01 week
[En marzo del año que viene] cumplo cuarenta. => 2027-03
[El año pasado] estuve en Perú. => 2025
[En 2018] nos conocimos. => 2018
[En los años ochenta] no había móviles. => 1980-01-01..1990-01-01 decade
[En el otoño de 2020] nació Leo. => 2020-09-01..2020-12-01 season
Vivo aquí [desde 2015]. => 2015 since
[Desde hace tres años] canto en un coro. => 2023 since
[Llevo dos meses] sin fumar. => 2026-03 since
[A partir del lunes] cierran antes. => 2026-05-18 since
Estaré fuera [hasta el jueves]. => 2026-05-21 until
[Antes de Navidad] quiero acabar. => 2026-12-25 before
[Dos días antes de Nochebuena] se rompió. => 2025-12-22
[Entre 2015 y 2018] estudié en Madrid. => 2015-01-01..2019-01-01 year
[En Nochevieja] cenamos juntos. => 2026-12-31
[El lunes a las 8 de la tarde] hay ensayo. => 2026-05-18T20
[Mañana a las diez y media] llega el tren. => 2026-05-16T10:30
[Todos los lunes] voy a nadar. => FREQ=WEEKLY;BYDAY=MO day
[Los martes y jueves] entreno. => FREQ=WEEKLY;BYDAY=TU,TH day
[Cada mañana] leo el periódico. => FREQ=DAILY hour
Voy al médico [dos veces al mes]. => FREQ=MONTHLY day
[Cada dos semanas] limpio el coche. => FREQ=WEEKLY;INTERVAL=2 week
[El primer lunes de cada mes] hay mercado. => FREQ=MONTHLY;BYDAY=1MO day
[Cada verano] vamos al pueblo. => FREQ=YEARLY;BYMONTH=6,7,8 season
[El otro día] vi a Ana. => unknown
[De niño] odiaba los guisantes. => unknown
[Hace unos días] estuvo aquí. => unknown
Nací en 1985 y [a los seis años] aprendí a leer. => 1991-01-01..1993-01-01 year
[Antes de ayer] se rompió la lavadora. => 2026-05-13
[El segundo martes de septiembre] empieza el curso. => 2026-09-08
[El último día de abril] dejé el piso. => 2026-04-30
Quedamos [el sábado por la noche]. => 2026-05-16T18:00..2026-05-17T06:00 hour
Nos casamos [el 1 de enero de 2020]. => 2020-01-01
[Desde el martes] me duele la espalda. => 2026-05-12 since
Tiene que estar listo [para el miércoles]. => 2026-05-20
En las [últimas dos semanas] no he dormido. => 2026-W18 since
[Hace quince años] terminé la carrera. => 2011
[De lunes a viernes] trabajo en casa. => FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR day
[Cada tres días] riego las plantas. => FREQ=DAILY;INTERVAL=3 day
[Una vez al año] voy al dentista. => FREQ=YEARLY day
[El 25 de cada mes] cobro. => FREQ=MONTHLY;BYMONTHDAY=25 day
Hay reunión [mañana a las siete de la tarde]. => 2026-05-16T19
[El verano que viene] iremos a Galicia. => 2026-06-01..2026-09-01 season
[A finales del año pasado] nos mudamos. => 2025-09-01..2026-01-01 year
En la [década de 1990] todo era distinto. => 1990-01-01..2000-01-01 decade
[El día después de Navidad] salimos de viaje. => 2026-12-26
@2024-02-28T23:00-06:00
[Mañana] viajo a Lima. => 2024-02-29
@2026-06-22T09:00+02:00
[Hace dos semanas] me operaron. => 2026-W24
Mi hija nace [en septiembre]. => 2026-09
Trabajo ahí [desde principios de mayo]. => 2026-05-01..2026-05-11 week since
[En la primavera de 2021] nos fuimos a vivir juntos. => 2021-03-01..2021-06-01 season
@2026-03-04T09:00+01:00
[El 2 de abril] vuelvo a casa. => 2026-04-02
Dejé el tenis [hace un par de años]. => 2024
[El sábado que viene] corro el maratón. => 2026-03-14
Nos vemos [el viernes a las nueve de la noche]. => 2026-03-06T21
[Cada dos domingos] vamos al campo. => FREQ=WEEKLY;INTERVAL=2;BYDAY=SU day
@2026-07-15T08:30+02:00
[La semana antes de Navidad] cerramos. => 2026-W51
Me operan [el lunes que viene]. => 2026-07-20
"""

TRAPS = [
    "El árbol de Navidad es alto.",
    "Buenos días a todos.",
    "Creo que Julio llamó a Domingo.",
    "Conocí a Abril en la plaza.",
    "La mayonesa está en la mesa.",
    "El Madrid ganó 3-2.",
    "Cuesta 1999 euros.",
    "La versión 3.5.2 ya salió.",
    "Caminé 2000 pasos.",
    "Mi número es 912 345 678.",
    "Ese es el segundo plato.",
    "Tengo tres hijos y un gato.",
    "Estudié durante un año.",
    "La tarde estaba tranquila.",
]


@pytest.mark.parametrize(("said", "sentence", "answer"), lines(EXPRESSIONS, FRIDAY))
def test_expressions_mean_what_people_mean(said: str, sentence: str, answer: str) -> None:
    check(said, sentence, answer)


@pytest.mark.parametrize("text", TRAPS)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert find_dates(text, NOTHING, language="es") == []
    assert find_dates(text, NOTHING) == []
