"""English expressions of every kind, answers worked out by hand.

Unless a line says otherwise it was said on Friday, 15 May 2026, at ten in the morning.
"""

from __future__ import annotations

import pytest

from smalti.text.when import find_dates
from text.test_when_table import NOTHING, check, lines

FRIDAY = "2026-05-15T10:00+02:00"

EXPRESSIONS = """
I start the new job [on Monday]. => 2026-05-18
We had dinner [on Tuesday]. => 2026-05-12
See you [Thursday]! => 2026-05-21
She left [two days ago]. => 2026-05-13
I'll be back [in three days]. => 2026-05-18
[A couple of days ago] it snowed. => 2026-05-13
My birthday is [on the 22nd]. => 2026-05-22
He fell ill [on the 3rd]. => 2026-05-03
We signed [on March 3rd, 2024]. => 2024-03-03
The fair opens [June 2]. => 2026-06-02
It happened [on the 9th of February]. => 2026-02-09
The lease runs out [on 31/12/2026]. => 2026-12-31
Released [2025-11-30]. => 2025-11-30
[On Friday, November 13, 2026] we fly. => 2026-11-13
[Friday the 13th] was awful. => 2026-03-13
We close [on Friday of next week]. => 2026-05-22
[The week after next] I'm off. => 2026-W22
Let's talk [a week from Monday]. => 2026-05-25
[This Wednesday] he proposed. => 2026-05-13
[This Wednesday] I'll propose. => 2026-05-20
Come over [next weekend]. => 2026-05-23..2026-05-25 week
[In week 23] the office is closed. => 2026-W23
They moved out [five months ago]. => 2025-12
I ran a marathon [last October]. => 2025-10
We opened [in July]. => 2025-07
We will open [in July]. => 2026-07
[In March of next year] I turn forty. => 2027-03
The store opens [in mid-June]. => 2026-06-11..2026-06-21 week
[Early next month] we paint. => 2026-06-01..2026-06-11 week
[In two years] I want my own shop. => 2028
She was born [in the sixties]. => 1960-01-01..1970-01-01 decade
It was a hit [in the late 1980s]. => 1986-01-01..1990-01-01 decade
He lived there [back in '97]. => 1997
He retired [in the autumn of 2018]. => 2018-09-01..2018-12-01 season
[Next spring] we plant roses. => 2027-03-01..2027-06-01 season
Sales fell [in Q1]. => 2026-01-01..2026-04-01 season
[The third quarter of 2025] was strong. => 2025-07-01..2025-10-01 season
It has been open [since 4 April]. => 2026-04-04 since
We will stay [until September 2027]. => 2027-09 until
It lasts [until the end of next year]. => 2027-12-31 until
Hand it in [before Wednesday]. => 2026-05-20 before
[After June 10] I have time. => 2026-06-10 after
[As of next Monday] parking costs 2 euros. => 2026-05-18 since
[From now on] I'll eat less meat. => 2026-05-15 since
I've worked here [for six years]. => 2020 since
[For the past two weeks] my back has hurt. => 2026-W18 since
The fair runs [from 3 to 7 June]. => 2026-06-03..2026-06-08 day
Open [June 3-7]. => 2026-06-03..2026-06-08 day
[From 2019 to 2021] I lived in Oslo. => 2019-01-01..2022-01-01 year
He was CEO [2019–2021]. => 2019-01-01..2022-01-01 year
[Between May 20 and May 24] I'm away. => 2026-05-20..2026-05-25 day
We were away [from Monday to Wednesday]. => 2026-05-11..2026-05-14 day
We met [at Christmas]. => 2025-12-25
I fly home [on Christmas Eve]. => 2026-12-24
[Three days after Christmas] the boiler died. => 2025-12-28
[The day before New Year's Eve] we got engaged. => 2025-12-30
[The Saturday before Easter] we had snow. => 2026-04-04
[Last Thanksgiving] nobody came. => 2025-11-27
The party is on June 20, so we bake [two days before] the party. => 2026-06-18
The meeting is [tomorrow at 3pm]. => 2026-05-16T15
I woke up [at 5:20 this morning]. => 2026-05-15T05:20
Lunch is [at noon tomorrow]. => 2026-05-16T12
He arrived [yesterday evening]. => 2026-05-14T18:00..2026-05-15T00:00 hour
The flight lands [tonight at 11]. => 2026-05-15T23
I saw her [half an hour ago]. => 2026-05-15T09:30
[An hour and a half ago] the power went. => 2026-05-15T08:30
[Monday at half past nine] suits me. => 2026-05-18T09:30
I have yoga [every other Tuesday]. => FREQ=WEEKLY;INTERVAL=2;BYDAY=TU day
We go to the market [on Saturdays]. => FREQ=WEEKLY;BYDAY=SA day
[Mondays and Thursdays] I swim. => FREQ=WEEKLY;BYDAY=MO,TH day
He visits his mother [twice a month]. => FREQ=MONTHLY day
The gym is closed [on weekends]. => FREQ=WEEKLY;BYDAY=SA,SU day
Rent is due [on the 1st of every month]. => FREQ=MONTHLY;BYMONTHDAY=1 day
[Every morning] I run along the river. => FREQ=DAILY hour
[Every summer] we rent the same cabin. => FREQ=YEARLY;BYMONTH=6,7,8 season
I back it up [daily]. => FREQ=DAILY day
The board meets [every two weeks]. => FREQ=WEEKLY;INTERVAL=2 week
Choir is [every Thursday at 7 pm]. => FREQ=WEEKLY;BYDAY=TH;BYHOUR=19 hour
The club meets [the last Friday of every month]. => FREQ=MONTHLY;BYDAY=-1FR day
[Every Christmas] we bake. => FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25 day
[When I was seven] we moved. => unknown
I was born in 1990. [When I was ten] we moved to Spain. => 2000-01-01..2002-01-01 year
[A few weeks ago] I saw a fox. => unknown
[As a child] I hated peas. => unknown
I'm flying out [the day after tomorrow in the evening]. => 2026-05-17T18:00..2026-05-18T00:00 hour
The kitchen will be done [by the middle of July]. => 2026-07-11..2026-07-21 week before
We haven't spoken [since last Christmas]. => 2025-12-25 since
My contract ended [on the last day of April]. => 2026-04-30
The course starts [on the second Tuesday of September]. => 2026-09-08
He sold it [the year before last]. => 2024
We moved here [in the summer of '09]. => 2009-06-01..2009-09-01 season
I was in Rome [from May 3 until May 9]. => 2026-05-03..2026-05-10 day
She'll be here [at a quarter past four tomorrow]. => 2026-05-16T16:15
I graduated [15 years ago]. => 2011
It broke [a fortnight ago]. => 2026-05-01
[Over the last six months] I lost ten kilos. => 2025-11 since
[The first weekend in August] is booked. => 2026-08-01..2026-08-03 week
I go to the dentist [once a year]. => FREQ=YEARLY day
The bins are emptied [every Wednesday morning]. => FREQ=WEEKLY;BYDAY=WE hour
We eat fish [on Fridays]. => FREQ=WEEKLY;BYDAY=FR day
Payday is [the 25th of each month]. => FREQ=MONTHLY;BYMONTHDAY=25 day
I water the plants [every three days]. => FREQ=DAILY;INTERVAL=3 day
It's been raining [since Tuesday night]. => 2026-05-12T18:00..2026-05-13T06:00 hour since
The museum opens [in spring 2027]. => 2027-03-01..2027-06-01 season
The results come out [next Wednesday at 9:30]. => 2026-05-20T09:30
[Around noon yesterday] the lights went out. => 2026-05-14T12
[Two Fridays ago] we had pizza. => 2026-05-01
I'll have it ready [in a week]'s time. => 2026-W21
Let's meet [on 5/20]. => 2026-05-20
He was born [in the early nineties]. => 1990-01-01..1994-01-01 decade
The deadline is EOD tomorrow, I mean [the end of the week]. => 2026-05-17
She's due [in late June] or early July. => 2026-06-21..2026-07-01 week
I quit [on Monday, 4 May]. => 2026-05-04
During [the first half of 2025] I was abroad. => 2025-01-01..2025-07-01 season
Not [before Tuesday], please. => 2026-05-19 before
[In my thirties] I learned to cook. => unknown
Dinner [at eight tonight]? => 2026-05-15T20
[Starting in January] rents go up. => 2027-01 since
It was [the week of Thanksgiving] when she called. => 2025-W48
I renewed my passport [the Monday before last]. => 2026-05-04
The lease is up [in 2028]. => 2028
I haven't slept [for three days]. => 2026-05-12 since
They married [on New Year's Day 2020]. => 2020-01-01
@2026-12-30T10:00Z
I'm off [next week]. => 2027-W01
@2026-06-30T10:00Z
Week 53 is for cleaning up [in week 53]. => 2026-W53
@2024-02-29T12:00Z
We met [a year ago]. => 2023
@2026-03-29T12:00+02:00
It rained [ten hours ago]. => 2026-03-29T02
@2026-03-31T18:00+02:00
They'll deliver it [a month from now]. => 2026-04
@2026-08-19T09:00-04:00
My sublet ends [on the last Sunday in August]. => 2026-08-30
@2026-11-05T12:00Z
I've been sober [since New Year's Day]. => 2026-01-01 since
Nora's due date is [February 28th]. => 2027-02-28
@2026-01-04T20:00-08:00
We got stuck in the snow [last Saturday]. => 2026-01-03
I'm starting therapy [this Thursday]. => 2026-01-08
@2026-06-21T08:00+01:00
Mum retires [at the end of September]. => 2026-09-30
He's been in Perth [since mid-April]. => 2026-04-11..2026-04-21 week since
I finish chemo [in five weeks]. => 2026-W30
We split up [in the winter of 2019]. => 2019-12-01..2020-03-01 season
@2026-06-21T23:30+01:00
I went for a run [this evening]. => 2026-06-21T18:00..2026-06-22T00:00 hour
@2026-06-21T00:30+01:00
I went for a run [this evening]. => 2026-06-20T18:00..2026-06-21T00:00 hour
@2026-06-22T09:00+01:00
The plumber was here [on Saturday morning]. => 2026-06-20T06:00..2026-06-20T12:00 hour
It's closed [until the 6th of July]. => 2026-07-06 until
I'll pay you back [by the 30th]. => 2026-06-30 before
Grandma arrived in Leeds [in 1962]. => 1962
My brother did his apprenticeship [in the mid-2010s]. => 2014-01-01..2016-01-01 decade
We take the kids swimming [every other Sunday]. => FREQ=WEEKLY;INTERVAL=2;BYDAY=SU day
I call him [every evening]. => FREQ=DAILY hour
The newsletter goes out [on the first of every month]. => FREQ=MONTHLY;BYMONTHDAY=1 day
Book club is [on the third Thursday of each month]. => FREQ=MONTHLY;BYDAY=3TH day
[Weekdays] I'm up at five. => FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR day
I go back to Cork [every Easter]. => FREQ=YEARLY day
She left [at ten past nine last night]. => 2026-06-21T21:10
[After Labor Day] the pool closes. => 2026-09-07 after
[The week before Christmas] is always mad. => 2026-W51
I met her [on 1 May, 2010]. => 2010-05-01
Tax is due [Jan 31]. => 2027-01-31
The clinic moved [last spring]. => 2026-03-01..2026-06-01 season
I was in hospital [from the 2nd to the 9th of March]. => 2026-03-02..2026-03-10 day
We've lived here [for almost ten years]. => 2016 since
She has her scan [a week today]. => 2026-06-29
I haven't smoked [in three years]. => 2023 since
@2026-10-31T23:50-07:00
I carved the pumpkin [earlier today]. => 2026-10-31
@2026-01-01T02:15+01:00
We watched the fireworks [last night]. => 2025-12-31T18:00..2026-01-01T06:00 hour
@2026-03-08T09:00-05:00
The cat's been missing [since Friday night]. => 2026-03-06T18:00..2026-03-07T06:00 hour since
Can you pick me up [tomorrow afternoon]? => 2026-03-09T12:00..2026-03-09T18:00 hour
We're seeing the bank [next Thursday]. => 2026-03-12..2026-03-13 day
@2026-03-04T09:00-05:00
We're seeing the bank [next Thursday]. => 2026-03-12
I sent the letter [the Thursday before last]. => 2026-02-19
She's been dry [for the last eighteen months]. => 2024-09 since
Dad had his stroke [in the second half of 2021]. => 2021-07-01..2022-01-01 season
They're engaged [since Valentine's Day]. => 2026-02-14 since
We leave for Peru [on the 15th of next month]. => 2026-04-15
I was there [from 1998 until 2003]. => 1998-01-01..2004-01-01 year
My visa expires [at the end of 2026]. => 2026-12-31
The flat's ours [from April 1st]. => 2026-04-01 since
[Since 9 am] my phone hasn't stopped. => 2026-03-04T09 since
He gets back [in a couple of weeks]. => 2026-W12
The village flooded [in the winter of '63]. => 1963-12-01..1964-03-01 season
I take the minutes [on alternate Wednesdays]. => FREQ=WEEKLY;INTERVAL=2;BYDAY=WE day
The market is [every first Saturday of the month]. => FREQ=MONTHLY;BYDAY=1SA day
I dye my hair [every six weeks]. => FREQ=WEEKLY;INTERVAL=6 week
Our anniversary is [every June 12th]. => FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=12 day
The heating goes off [every night at eleven]. => FREQ=DAILY;BYHOUR=23 hour
Sundays are for my mother, so [Sundays] I'm out. => FREQ=WEEKLY;BYDAY=SU day
I first smoked [at fifteen]; I was born in 1970. => 1985-01-01..1987-01-01 year
I'd love a dog [some day]. => unknown
It happened [a few years back]. => unknown
[Half a year ago] I could hardly walk. => 2025-09
[Three days from now] we'll know. => 2026-03-07
The wake is [Friday at 2]. => 2026-03-06T14
We bought it [in the first week of last December]. => 2025-12-01..2025-12-08 week
[The day before Thanksgiving] she went into labour. => 2025-11-26
We moved in [three weeks before Easter 2024]. => 2024-03-10
@2026-07-15T08:30-04:00
Rex threw up [early this morning]. => 2026-07-15T06:00..2026-07-15T12:00 hour
The roof started leaking [about a month ago]. => 2026-06
I've a gig [the Friday after next]. => 2026-07-31
They divorced [in '04]. => 2004
We're in Maine [until Labor Day]. => 2026-09-07 until
I handed in my thesis [on the last Friday of May]. => 2026-05-29
She turned forty [at the beginning of this year]. => 2026-01-01..2026-05-01 year
The hearing has been put off [to the 21st of October]. => 2026-10-21
I'd like to be out of here [before winter]. => 2026-12-01..2027-03-01 season before
Gym is [Tuesdays and Fridays at 4:30 pm]. => FREQ=WEEKLY;BYDAY=TU,FR;BYHOUR=16;BYMINUTE=30 minute
They do inventory [every quarter]. => FREQ=MONTHLY;INTERVAL=3 month
I see my shrink [every second Wednesday]. => FREQ=WEEKLY;INTERVAL=2;BYDAY=WE day
We're paid [on the last day of each month]. => FREQ=MONTHLY;BYMONTHDAY=-1 day
I stopped drinking [nine days ago]. => 2026-07-06
He'll call back [in twenty minutes]. => 2026-07-15T08:50
My sister's wedding was [two weekends ago]. => 2026-07-04..2026-07-06 week
The twins were born [on Christmas Day 2017]. => 2017-12-25
I enlisted [in the fall of '99]. => 1999-09-01..1999-12-01 season
[By next Wednesday] I need your answer. => 2026-07-22 before
My lease starts [on August 1]. => 2026-08-01
[This past weekend] we went kayaking. => 2026-07-11..2026-07-13 week
[Saturday night] we're going dancing. => 2026-07-18T18:00..2026-07-19T06:00 hour
She retired [after Easter]. => 2026-04-05 after
I'm turning 30 [next Tuesday]. => 2026-07-21
"""

TRAPS = [
    "Dec the halls.",
    "Ask Jan about it.",
    "Sat down and cried.",
    "The first quarter of the pizza is mine.",
    "She put up the Christmas tree.",
    "We watched it all in two weeks.",
    "Her son June is ten.",
    "March to the beat!",
    "I'll be there in a second.",
    "He finished second in the race.",
    "The Fall of Rome is a good read.",
    "We had a Friday feeling.",
    "Spring water only, please.",
    "It's a 9-to-5 job.",
    "My PIN is 2580 and the alarm is 1999.",
    "The May family moved out.",
    "Autumn called while you were out.",
    "He's 6 foot 2.",
    "No. 1984 on the list.",
    "This may persist for long.",
    "He ran it in 9.58 seconds.",
    "May I come in?",
    "April is my sister.",
    "August Wilson wrote plays.",
    "June told me so.",
    "He scored 3-2 in the second half.",
    "Call 555-0134-2290 and ask for Ed.",
    "Version 2.4.1 is out.",
    "The server is 10.0.0.12.",
    "She works 24/7.",
    "It costs $1999 or 2019 euros.",
    "Room 2019 is upstairs.",
    "The ratio is 16:9.",
    "There was a spring in his step.",
    "I'll second that.",
    "He took a fall.",
    "After 2000 steps I stopped.",
    "Nobody reads a Sunday paper.",
    "Just a second, please.",
    "We marched on and on.",
    "The 3rd floor is closed.",
    "I need 3/4 of a cup.",
    "It lasted for a year.",
    "That was worth every minute.",
    "Flight BA 1984 is late.",
    "My cat is called Friday Adebayo.",
]


@pytest.mark.parametrize(("said", "sentence", "answer"), lines(EXPRESSIONS, FRIDAY))
def test_expressions_mean_what_people_mean(said: str, sentence: str, answer: str) -> None:
    check(said, sentence, answer)


@pytest.mark.parametrize("text", TRAPS)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert find_dates(text, NOTHING, language="en") == []
    assert find_dates(text, NOTHING) == []
