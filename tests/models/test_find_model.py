from __future__ import annotations

import subprocess
import sys

import pytest

from smalti.model.errors import InvalidInput, ModelUnavailable
from smalti.models.find_model import find_model
from smalti.models.llm import LanguageModel, Prompt
from smalti.models.settings import read_settings

PROMPT = Prompt("p", "1", "s", "u")
VARIABLES = ("MODEL", "MODEL_URL", "MODEL_KEY", "MODEL_TIMEOUT", "MODEL_TRIES", "MODEL_MAX_TOKENS")


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(f"SMALTI_{name}", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.mark.parametrize("setting", [None, "", "none", " none "])
def test_without_a_setting_there_is_no_model(setting: str | None) -> None:
    assert find_model(setting) is None


def test_the_environment_names_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALTI_MODEL", "openai:gpt-x")
    model = find_model()
    assert isinstance(model, LanguageModel)
    assert model.name == "openai:gpt-x"


def test_a_setting_overrules_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALTI_MODEL", "openai:gpt-x")
    assert find_model("none") is None
    named = find_model("ollama:qwen3:8b")
    assert named is not None
    assert named.name == "ollama:qwen3:8b"


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ("qwen3:8b", "openai-compatible:qwen3:8b"),
        ("mistral:7b", "openai-compatible:mistral:7b"),
        ("openai:gpt-x", "openai:gpt-x"),
        ("ollama:qwen3:8b", "ollama:qwen3:8b"),
        ("vendor/some-model", "openai-compatible:vendor/some-model"),
    ],
)
def test_with_an_address_a_name_may_stand_alone(
    setting: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALTI_MODEL_URL", "http://localhost:8080/v1")
    model = find_model(setting)
    assert model is not None
    assert model.name == name


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("MODEL_TIMEOUT", "soon", "soon"),
        ("MODEL_TIMEOUT", "0", "'0'"),
        ("MODEL_TRIES", "11", "11"),
        ("MODEL_TRIES", "2.5", "2.5"),
        ("MODEL_MAX_TOKENS", "-1", "-1"),
        ("MODEL_URL", "localhost:8080", "localhost:8080"),
    ],
)
def test_a_variable_that_cannot_be_used_is_named_with_its_value_and_the_fix(
    name: str, value: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"SMALTI_{name}", value)
    with pytest.raises(InvalidInput, match="Give ") as caught:
        find_model("openai:gpt-x")
    assert caught.value.field == f"SMALTI_{name}"
    assert shown in str(caught.value)


def test_a_login_in_a_wrong_address_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALTI_MODEL_URL", "ann:pass1234@host/v1")
    with pytest.raises(InvalidInput) as caught:
        find_model("openai:gpt-x")
    assert "pass1234" not in str(caught.value)


def test_the_settings_come_from_the_environment_and_hide_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SMALTI_MODEL_KEY", "sk-secret-9")
    monkeypatch.setenv("SMALTI_MODEL_TIMEOUT", "2.5")
    monkeypatch.setenv("SMALTI_MODEL_TRIES", "")
    settings = read_settings(model="openai:x")
    assert settings.model_timeout == 2.5
    assert settings.model_tries == 3
    assert settings.model_key is not None
    assert settings.model_key.get_secret_value() == "sk-secret-9"
    assert "sk-secret-9" not in f"{settings!r} {settings}"


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("openai:gpt-x", "OPENAI_API_KEY"),
        ("anthropic:claude-x", "pydantic-ai-slim[anthropic]"),
        ("nobody:x", "nobody"),
        ("gpt-x", "gpt-x"),
    ],
)
def test_a_model_that_cannot_be_asked_says_why_at_the_first_prompt(setting: str, says: str) -> None:
    model = find_model(setting)
    assert model is not None
    with pytest.raises(ModelUnavailable) as caught:
        model.complete(PROMPT)
    assert says in str(caught.value)
    assert "pydantic.dev" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import smalti.models.llm", ("pydantic", "pydantic_ai", "stamina")),
        (
            "from smalti.models.find_model import find_model as f; assert f() is None",
            ("pydantic", "pydantic_settings", "pydantic_ai"),
        ),
        ("from smalti.models.find_model import find_model as f; f('ollama:x')", ("pydantic_ai",)),
        ("import smalti.write.ask", ("pydantic_ai", "spacy")),
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str, unwanted: tuple[str, ...]) -> None:
    script = f"{code}\nimport sys\nprint([m for m in {unwanted!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
