"""What is decided once for a space, and holds for everybody who opens it."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.errors import InvalidInput
from smalti.model.policy import Policy
from smalti.model.record import Authority

SETTINGS = "settings"  # the id: a space has one


@dataclass(frozen=True, slots=True)
class Ranks:
    """Whose word goes before whose, strongest first.

    Raises:
        InvalidInput: a source is missing or named twice, or what has no authority is not last.
    """

    order: tuple[Authority, ...] = tuple(Authority)

    def __post_init__(self) -> None:
        named = ", ".join(one.value for one in self.order)
        if sorted(one.value for one in self.order) != sorted(one.value for one in Authority):
            fix = f"Name each once: {', '.join(one.value for one in Authority)}"
            raise InvalidInput("authorities", named, "does not name each source once", fix=fix)
        if self.order[-1] is not Authority.UNTRUSTED:
            fix = "It has no authority whatever"
            raise InvalidInput("authorities", named, "must end with untrusted", fix=fix)

    @classmethod
    def named(cls, names: str) -> Ranks:
        """Ranks from names, the strongest first, separated by commas.

        Raises:
            InvalidInput: a name is unknown, missing or there twice.
        """
        try:
            order = tuple(Authority(name.strip()) for name in names.split(","))
        except ValueError as error:
            known = ", ".join(one.value for one in Authority)
            raise InvalidInput("authorities", names, str(error), fix=f"Known: {known}") from error
        if Authority.UNTRUSTED not in order:
            order = (*order, Authority.UNTRUSTED)
        return cls(order)

    def weaker(self, one: Authority, other: Authority) -> bool:
        """Whether a source has less weight than another."""
        return self.order.index(one) > self.order.index(other)


USUAL = Ranks()


@dataclass(frozen=True, slots=True)
class SpaceSettings:
    """How a space settles what cannot all be true: by which policy, and whose word goes first."""

    id: str
    policy: Policy = Policy.AUTO
    authorities: tuple[Authority, ...] = tuple(Authority)

    @property
    def ranks(self) -> Ranks:
        """Whose word goes before whose."""
        return Ranks(self.authorities)
