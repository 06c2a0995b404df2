"""Which quantities a text holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.text.quantities import QuantityMention, find_quantities
from strategies import any_text


def shown(mention: QuantityMention) -> str:
    """A mention in short: ">=3..5 kilogram"."""
    comparator = "" if mention.comparator == "=" else mention.comparator
    upper = "" if mention.upper is None else f"..{mention.upper.normalize():f}"
    unit = f" {mention.unit}" if mention.unit else ""
    mark = "#" if mention.ordinal else ""
    return f"{comparator}{mark}{mention.number.normalize():f}{upper}{unit}"


def found(text: str) -> list[str]:
    return [shown(mention) for mention in find_quantities(text)]


ENGLISH = [
    ("about 30", ["~30"]),
    ("at most 5 and no fewer than 14", ["<=5", ">=14"]),
    ("less than 20 kg", ["<20 kilogram"]),
    ("more than 1%", [">1 percent"]),
    ("between 3 and 5 kg", ["3..5 kilogram"]),
    ("3–5 kg", ["3..5 kilogram"]),
    ("from 3 to 5 kg", ["3..5 kilogram"]),
    ("3 or 4 kg", ["3..4 kilogram"]),
    ("5 ± 1 kg", ["4..6 kilogram"]),
    ("it rose from 3 to 5 kg", ["3 kilogram", "5 kilogram"]),
    ("10+ people", [">=10"]),
    ("a dozen eggs", ["12"]),
    ("twenty-five apples", ["25"]),
    ("14 readings or more", [">=14"]),
    ("6 euros per day, at most 210 days", ["6 EUR/day", "<=210 day"]),
    ("20 mg at most", ["<=20 milligram"]),
    ("no more than 6.0 mmol/L before breakfast", ["<=6 millimole/liter"]),
    ("walks 5 km a week later", ["5 kilometer"]),
    ("14 units a week", ["14 1/week"]),
    ("150 minutes of moderate exercise a week", ["150 minute/week"]),
    ("two and a half hours a week, or more", [">=2.5 hour/week"]),
    ("an hour and a half later, 2 hours 30 minutes", ["150 minute"]),
    ("five consecutive minutes", ["5 minute"]),
    ("$5k, €3.5m and $2.5bn", ["5000 USD", "3500000 EUR", "2500000000 USD"]),
    ("$3-5 per day", ["3..5 USD/day"]),
    ("US$20, CHF 30, 40 GBP", ["20 USD", "30 CHF", "40 GBP"]),
    ("5 pounds of flour. I paid 5 pounds.", ["5 pound", "5 GBP"]),
    ("-5 °C, minus 5 degrees Celsius, 68°F",
     ["-5 degree_Celsius", "-5 degree_Celsius", "68 degree_Fahrenheit"]),
    ("16 GB, 500MB, 5 Mb, 100 Mbps",
     ["16 gigabyte", "500 megabyte", "5 megabit", "100 megabit/second"]),
    ("below 30 mL/min/1.73 m²", ["<30 milliliter/minute/1.73m2"]),
    ("70 mg/mmol or more", [">=70 milligram/millimole"]),
    ("25 mg once daily", ["25 milligram", "1 1/day"]),
    ("5'11\" and 6 ft 2 in", ["71 inch", "74 inch"]),
    ("a 65-year-old and a 12-lead ECG", ["65 year", "12"]),
    ("adults under 80, aged 25 to 84", ["<80 year", "25..84 year"]),
    ("half of them, a quarter of it", ["0.5 dimensionless", "0.25 dimensionless"]),
    ("3/4 cup and 2½ tsp", ["0.75 cup", "2.5 teaspoon"]),
    ("gave Tom 3 apples", ["3"]),
    ("2000 people came", ["2000"]),
    ("the third time", ["#3"]),
    ("1,184.50 and 1,148.50", ["1184.5", "1148.5"]),
]  # fmt: skip
OTHERS = [
    ("Das kostet 1.247,50 € im Monat.", ["1247.5 EUR/month"]),
    ("höchstens 5 Tage, etwa drei bis vier Wochen", ["<=5 day", "~3..4 week"]),
    ("eine halbe Stunde und anderthalb Liter", ["0.5 hour", "1.5 liter"]),
    ("3 mal pro Woche", ["3 1/week"]),
    ("al menos 5 kilos y entre 3 y 5 años", [">=5 kilogram", "3..5 year"]),
    ("dos horas y media, mil doscientos euros", ["2.5 hour", "1200 EUR"]),
    ("environ 72,5 kg, deux heures et demie", ["~72.5 kilogram", "2.5 hour"]),
    ("5 fois par semaine", ["5 1/week"]),
    ("三百二十人", ["320"]),
    ("每天3次，每月500元", ["3 1/day", "500 CNY/month"]),
    ("不超过50元，至少三天，三十左右", ["<=50 CNY", ">=3 day", "~30"]),
    ("三十多岁，两个半小时，五十多万元", [">30 year", "2.5 hour", ">500000 CNY"]),
    ("身高一米八，体重七十五公斤", ["1.8 meter", "75 kilogram"]),
    ("百分之三十，四分之一", ["0.3 dimensionless", "0.25 dimensionless"]),
    ("我有两只猫", ["2"]),
    ("2万5千円以上、20歳未満", [">=25000 JPY", "<20 year"]),
    ("週3回、月5000円、1時間半", ["3 1/week", "5000 JPY/month", "1.5 hour"]),
    ("約30人、10人以内、5分ほど", ["~30", "<=10", "~5 minute"]),
    ("猫が三匹、子供が二人", ["3", "2"]),
    ("公司两百三十号人", ["230"]),
    ("二十號人來了", ["20"]),
    ("幅一・九メートル、高さ二・一メートル", ["1.9 meter", "2.1 meter"]),
    ("每片半克", ["0.5 gram"]),
    ("¥3000 in Tokyo", ["3000 JPY"]),
    ("午餐 ¥30", ["30 CNY"]),
    ("5만원과 3시간", ["50000 KRW", "3 hour"]),
]
NONE = [
    "Room 12, ward 3, step 4, type 2 diabetes, page 3",
    "Kestrel v1.4, Python 3.11, 1.2.3, 192.168.1.1",
    "INV-20931, #12, No. 5, HbA1c, SEV1, COVID-19",
    "call 555-0123 or +44 20 7946 0958 or 0049 30 123456",
    "ISBN 978-3-16-148410-0, order 4417, 10115 Berlin",
    "at 5 pm, 18:00, at five, half past two, 18h30, um acht",
    "on 3 May 2023, 2023-05-03, 03.05.2023, May 12th, the first of May",
    "since 2015, in 2019, 2019-2024, the 1990s, in his 30s",
    "the gate code is 4471",
    "won 3-1, 16:9, 24/7",
    "My Orrin 2 still holds a charge",
    "生日是三月三号，2023年5月3日下午3点半，星期三，三号楼",
    "令和5年、三年生、5時30分",
    "2025년 12월 3일",
    "https://example.org/2024/118?x=5 a.b2@example.org",
    "one of them, no one, the one",
    "统一 十分 一起 一个问题",
    "七・五・三、一・二年生、二十号去",
    "",
]


@pytest.mark.parametrize(("text", "expected"), ENGLISH + OTHERS)
def test_quantities_are_found_with_their_units(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("text", NONE)
def test_dates_times_names_and_ids_are_no_quantities(text: str) -> None:
    assert found(text) == []


def test_a_mention_is_a_span_of_the_text() -> None:
    (mention,) = find_quantities("Salt: at least 1,247.50 mg a day, please.")
    assert mention.text == "at least 1,247.50 mg a day"
    assert (mention.start, mention.dimension) == (6, "mass/time")


def test_a_blood_pressure_is_two_mentions_that_are_never_compared() -> None:
    top, bottom = find_quantities("The target is below 130/80 mmHg.")
    assert (top.text, bottom.text) == ("below 130", "/80 mmHg")
    assert [top.dimension, bottom.dimension] == ["pressure:systolic", "pressure:diastolic"]
    assert [shown(top), shown(bottom)] == ["<130 millimeter_Hg", "<80 millimeter_Hg"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BP from 140/90 to 159/99 mmHg", ["140..159 millimeter_Hg", "90..99 millimeter_Hg"]),
        ("BP was 150/95 today", ["150 millimeter_Hg", "95 millimeter_Hg"]),
        ("below 18.7/12.0 kPa", ["<18.7 kilopascal", "<12 kilopascal"]),
        ("血压140/90 mmHg", ["140 millimeter_Hg", "90 millimeter_Hg"]),
        ("a 140/90 split", []),
    ],
)
def test_blood_pressures(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_a_single_pressure_is_systolic_if_the_words_say_so() -> None:
    (mention,) = find_quantities("systolic pressure of 180 mmHg or more")
    assert mention.dimension == "pressure:systolic"
    (mention,) = find_quantities("a difference of 15 mmHg")
    assert mention.dimension == "pressure"


numbers = st.sampled_from(
    ["3", "1,247", "12.5", "140/90", "三百", "一", "half a", "twenty", "½", "1.2.3", "3rd", "2019"]
)
words = st.sampled_from(
    ["kg", "mmHg", "to", "-", "–", "between", "and", "at least", "about", "个", "年", "半", "第",
     "%", "€", "$", "per week", "a day", "million", "or more", "以上", "多", "°C", "+", "±", "M",
     "'", "/", "每天", "not", "ſ", "İ", "ẞ", "、", ".", "\ufffc", "of"]
)  # fmt: skip
mixtures = st.lists(numbers | words | st.text(max_size=2), max_size=12).flatmap(
    lambda parts: st.sampled_from([" ".join(parts), "".join(parts)])
)


@given(any_text | mixtures)
def test_any_text_can_be_searched(text: str) -> None:
    end = 0
    for mention in find_quantities(text):
        assert end <= mention.start < mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]
        assert mention.upper is None or mention.upper > mention.number
        assert mention.comparator in ("=", "<", "<=", ">", ">=", "~")
        end = mention.end


@given(mixtures)
def test_full_width_digits_change_nothing(text: str) -> None:
    wide = text.translate({ord(str(digit)): chr(0xFF10 + digit) for digit in range(10)})
    assert found(wide) == found(text)


def test_finding_does_not_load_pint() -> None:
    code = "import sys; from smalti.text.quantities import find_quantities as f;"
    code += "assert f('5 kg a week'); assert 'pint' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_tables_name_no_form_twice() -> None:
    path = Path(__file__).parents[2] / "src/smalti/text/data/units.json"
    forms = [
        form
        for row in json.loads(path.read_text("utf-8"))["units"].values()
        for form in row["forms"]
    ]
    assert len(forms) == len(set(forms))


@pytest.mark.parametrize("unit", ["9", "一", "9,", "12-", "3 to ", "a.", "between 3 and ", "("])
def test_very_long_texts_take_no_more_than_their_length(unit: str) -> None:
    """A pattern that starts over at every character would run into the time limit here."""
    find_quantities((unit * 60_000)[:60_000])
