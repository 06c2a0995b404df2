"""The adapter for cross-encoders, with a real, tiny one that is written here byte by byte."""

from __future__ import annotations

import json
import struct
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smalti.model.errors import InvalidInput, ModelError, ModelUnavailable
from smalti.models.nli import CrossEncoder, Entailment, find_entailment

pytest.importorskip("onnxruntime", reason="the embed extra is missing")
tokenizers = pytest.importorskip("tokenizers", reason="the embed extra is missing")

WORDS = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "cats", "sleep", "never", "often"]
LABELS = {"0": "contradiction", "1": "entailment", "2": "neutral"}

# What each word adds to the three logits, in the premise and in the hypothesis.
PREMISE = {"never": (1, 0, 0), "sleep": (0, 2, 0)}
HYPOTHESIS = {"never": (4, 0, 0), "sleep": (0, 1, 0), "often": (0, 0, 3)}
PAD = (0, 90, 0)  # would drown all else if padding were not masked


# ------------------------------------------------------------------ a model in ONNX's protobuf


def _varint(number: int) -> bytes:
    parts = []
    while True:
        number, low = number >> 7, number & 0x7F
        parts.append(low | (0x80 if number else 0))
        if not number:
            return bytes(parts)


def field(number: int, value: int | str | bytes) -> bytes:
    """A field of a protobuf message: a number, or bytes with their length."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(data)) + data


FLOAT, INT32, INT64 = 1, 6, 7


def tensor(name: str, dims: list[int], values: list[float] | list[int]) -> bytes:
    """A TensorProto of floats or of 64-bit integers."""
    kind = FLOAT if any(isinstance(value, float) for value in values) else INT64
    raw = b"".join(struct.pack("<f" if kind == FLOAT else "<q", value) for value in values)
    shape = b"".join(field(1, dim) for dim in dims)
    return shape + field(2, kind) + field(8, name) + field(9, raw)


def node(kind: str, inputs: list[str], output: str, **attributes: int) -> bytes:
    """A NodeProto with whole numbers as attributes."""
    found = b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, kind)
    for name, value in attributes.items():
        found += field(5, field(1, name) + field(3, value) + field(20, 2))
    return found


def value(name: str, kind: int, dims: list[str]) -> bytes:
    """A ValueInfoProto of a tensor with named dimensions."""
    shape = b"".join(field(1, field(2, dim)) for dim in dims)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def onnx(
    *,
    integers: int = INT64,
    types: bool = True,
    extra: str = "",
    columns: int = 3,
    factor: float = 1,
) -> bytes:
    """A model that adds up what the words of both sentences are worth, masked words not counted."""
    count = len(WORDS)
    table = [
        PAD if word == "[PAD]" else worth.get(word, (0, 0, 0))
        for worth in (PREMISE, HYPOTHESIS)
        for word in WORDS
    ]
    flat = [float(one) * factor for row in table for one in row[:columns]]
    which = [node("Cast", ["input_ids"], "ids", to=INT64)]
    if types:
        which += [
            node("Cast", ["token_type_ids"], "types", to=INT64),
            node("Mul", ["types", "count"], "shift"),
            node("Add", ["ids", "shift"], "row"),
        ]
    nodes = [
        *which,
        node("Gather", ["table", "row" if types else "ids"], "worth"),
        node("Cast", ["attention_mask"], "mask", to=FLOAT),
        node("Unsqueeze", ["mask", "last"], "wide"),
        node("Mul", ["worth", "wide"], "counted"),
        node("ReduceSum", ["counted", "middle"], "logits", keepdims=0),
    ]
    names = ["input_ids", "attention_mask", *(["token_type_ids"] if types else []), *extra.split()]
    graph = b"".join(field(1, one) for one in nodes) + field(2, "tiny")
    for one in (
        tensor("table", [2 * count, columns], flat),
        tensor("count", [1], [count]),
        tensor("last", [1], [2]),
        tensor("middle", [1], [1]),
    ):
        graph += field(5, one)
    graph += b"".join(field(11, value(name, integers, ["rows", "words"])) for name in names)
    graph += field(12, value("logits", FLOAT, ["rows", "labels"]))
    return field(1, 8) + field(8, field(1, "") + field(2, 13)) + field(7, graph)


def folder(path: Path, config: Any = None, **model: Any) -> Path:
    """A folder with a tokenizer, a configuration and the model."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    vocabulary = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    tokenizer.enable_padding(length=40)  # as many files ask for; it would only cost time
    path.mkdir(exist_ok=True)
    (path / "tokenizer.json").write_text(tokenizer.to_str(), "utf-8")
    found = {"id2label": LABELS, "pad_token_id": 0} if config is None else config
    (path / "config.json").write_text(json.dumps(found), "utf-8")
    (path / "model.onnx").write_bytes(onnx(**model))
    return path


def shares(*logits: float) -> list[float]:
    powers = np.exp(np.array(logits))
    return list(powers / powers.sum())


# ------------------------------------------------------------------ what it gives


def test_the_columns_are_entailment_neutral_and_contradiction_whatever_the_model_calls_them(
    tmp_path: Path,
) -> None:
    found = CrossEncoder(folder(tmp_path / "nli"))
    rows = found.infer(["cats sleep"] * 3, ["cats sleep", "cats sleep often", "cats never sleep"])
    assert rows.dtype == np.float32
    assert rows == pytest.approx(
        np.array([shares(3, 0, 0), shares(3, 3, 0), shares(3, 0, 4)]), abs=1e-6
    )


def test_labels_may_stand_in_any_order_and_case(tmp_path: Path) -> None:
    labels = {"2": "CONTRADICTION", "1": "Neutral", "0": "entail"}
    found = CrossEncoder(folder(tmp_path / "nli", {"id2label": labels}))
    row = found.infer(["cats"], ["often"])  # the model's third column has it all
    assert row == pytest.approx(np.array([shares(0, 0, 3)]), abs=1e-6)


def test_the_first_sentence_is_the_premise(tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli"))
    there, back = found.infer(["never", "cats"], ["cats", "never"])[:, 2]
    assert there < back


def test_a_batch_gives_what_single_pairs_give_in_their_order(tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli"))
    premises = ["cats", "cats sleep never never often", "", "never", "unheard of"] * 9
    hypotheses = ["never", "sleep", "often often often often often often", "cats", ""] * 9
    together = found.infer(premises, hypotheses)
    for row, premise, hypothesis in zip(together, premises, hypotheses, strict=True):
        assert row == pytest.approx(found.infer([premise], [hypothesis])[0], abs=1e-6)
    assert together.sum(axis=1) == pytest.approx(1)
    assert found.infer([], []).shape == (0, 3)


def test_a_model_may_do_without_types_and_take_short_integers(tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli", types=False, integers=INT32))
    assert found.infer(["sleep"], ["sleep"]) == pytest.approx(np.array([shares(4, 0, 0)]), abs=1e-6)


def test_of_a_very_long_pair_the_beginning_is_read(tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli"))
    (row,) = found.infer(["cats " * 9_000], ["never " + "cats " * 9_000])
    assert row == pytest.approx(np.array(shares(0, 0, 4)), abs=1e-6)


def test_threads_may_share_a_model_that_is_not_loaded_yet(tmp_path: Path) -> None:
    model = CrossEncoder(folder(tmp_path / "nli"))
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda: found.append(float(model.infer(["cats"], ["never"])[0, 2])))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_as_many_hypotheses_as_premises_are_needed(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="must be 1, as many"):
        CrossEncoder(folder(tmp_path / "nli")).infer(["cats"], [])


# ------------------------------------------------------------------ where it is looked for


@pytest.mark.parametrize("setting", ["", "none", " none "])
def test_without_a_setting_there_is_no_model(setting: str) -> None:
    assert find_entailment(setting) is None


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SMALTI_NLI", raising=False)
    assert find_entailment() is None
    monkeypatch.setenv("SMALTI_NLI", str(folder(tmp_path / "tiny")))
    found = find_entailment()
    assert isinstance(found, Entailment)
    assert found.name == "tiny"
    assert find_entailment("none") is None


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_folder_without_one_of_its_files_is_refused_at_once(missing: str, tmp_path: Path) -> None:
    (folder(tmp_path / "nli") / missing).unlink()
    with pytest.raises(ModelUnavailable, match=missing) as caught:
        find_entailment(str(tmp_path / "nli"))
    assert "docs/guide/judges.md" in str(caught.value.hint)


def test_a_folder_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(ModelUnavailable, match=r"'/nowhere', which has no model\.onnx and no"):
        find_entailment("/nowhere")


# ------------------------------------------------------------------ what cannot be used


@pytest.mark.parametrize(
    "labels",
    [
        None,
        [],
        {},
        {"0": "entailment", "1": "not_entailment"},
        {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
        {"0": "entailment", "1": "neutral", "7": "contradiction"},
        {"0": "entailment", "1": "entailment", "2": "contradiction"},
        {**LABELS, "3": "other"},
    ],
)
def test_labels_that_do_not_name_the_three_are_refused(labels: Any, tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli", {"id2label": labels}))
    with pytest.raises(ModelUnavailable, match=r"id2label in config\.json must"):
        found.infer(["cats"], ["sleep"])


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("config.json", b"{", "config.json is no JSON"),
        ("config.json", b"[1]", "config.json holds no object"),
        ("config.json", b"\xff", "config.json cannot be read"),
        ("tokenizer.json", b"{}", "tokenizer.json cannot be read"),
        ("model.onnx", b"not a model", "model.onnx cannot be loaded"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    name: str, content: bytes, says: str, tmp_path: Path
) -> None:
    (folder(tmp_path / "nli") / name).write_bytes(content)
    with pytest.raises(ModelUnavailable, match=says):
        CrossEncoder(tmp_path / "nli").infer(["cats"], ["sleep"])


def test_a_model_that_wants_what_nobody_knows_is_refused(tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli", extra="bbox"))
    with pytest.raises(ModelUnavailable, match="wants bbox"):
        found.infer(["cats"], ["sleep"])


def test_a_model_of_other_columns_than_it_says_is_an_error(tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli", columns=2))
    with pytest.raises(ModelError, match="no probability"):
        found.infer(["cats"], ["sleep"])


def test_a_model_that_gives_no_numbers_is_an_error(tmp_path: Path) -> None:
    found = CrossEncoder(folder(tmp_path / "nli", factor=float("inf")))  # 0 * inf is no number
    with pytest.raises(ModelError, match="no probability"):
        found.infer(["cats"], ["sleep"])


def test_a_model_that_fails_is_an_error(tmp_path: Path) -> None:
    config = {"id2label": LABELS, "pad_token_id": 10_000}
    found = CrossEncoder(folder(tmp_path / "nli", config))
    with pytest.raises(ModelError, match="nli failed"):
        found.infer(["cats", "cats cats cats"], ["sleep", "sleep"])
