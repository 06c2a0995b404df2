"""What a server keeps: keys, turns that wait to be read, replies that may be asked for again."""

from __future__ import annotations

from dataclasses import replace

from smalti.model.access import ApiKey, Queued, Reply, Scope
from smalti.model.time import Instant
from smalti.store.contract import Space, Store
from store.harness import Harness
from store.helpers import NOW, fresh, many, said, write

LATER = Instant(NOW.micros + 60_000_000, NOW.offset)
KEY = ApiKey("key_1", "notes", "f00d", ("ada", "bob"), (Scope.READ, Scope.WRITE), NOW)
REPLY = Reply("idem_1", "req_1", NOW)


class ServingContract(Harness):
    def test_keys_come_back_in_the_order_they_were_made(self, store: Store) -> None:
        everywhere = replace(KEY, id="key_2", secret="beef", spaces=None, expires_at=LATER)
        store.put_key(everywhere)
        store.put_key(KEY)
        assert store.api_keys() == [KEY, everywhere]

    def test_a_key_that_comes_again_is_replaced(self, store: Store) -> None:
        store.put_key(KEY)
        store.put_key(replace(KEY, revoked_at=LATER))
        assert store.api_keys() == [replace(KEY, revoked_at=LATER)]

    def test_keys_are_kept_when_a_space_is_emptied(self, store: Store, space: Space) -> None:
        write(space, "one")
        store.put_key(KEY)
        space.empty()
        assert store.api_keys() == [KEY]

    def test_turns_wait_in_the_order_in_which_they_were_queued(self, space: Space) -> None:
        turns = many(3)
        write(space, *turns)
        assert space.enqueue([turns[2].id, turns[0].id, turns[2].id], NOW) == 2
        assert space.enqueue([turns[1].id, turns[0].id], LATER) == 1
        assert space.queued(10) == [
            Queued(turns[2].id, NOW), Queued(turns[0].id, NOW), Queued(turns[1].id, LATER),
        ]  # fmt: skip

    def test_those_behind_one_of_them_can_be_asked_for(self, space: Space) -> None:
        turns = many(3)
        write(space, *turns)
        space.enqueue([turn.id for turn in turns], NOW)
        (found,) = space.queued(1, after=turns[0].id)
        assert found.turn == turns[1].id

    def test_a_turn_that_is_not_there_does_not_wait(self, space: Space) -> None:
        write(space, "one")
        assert space.enqueue(["t_never", "\ud800"], NOW) == 0
        assert space.queued(10) == []
        assert space.waits("t_never") is None
        assert space.waits("\ud800") is None

    def test_a_turn_that_was_read_waits_no_longer(self, space: Space) -> None:
        one, other = many(2)
        write(space, one, other)
        space.enqueue([one.id, other.id], NOW)
        space.dequeue([one.id, "t_never"])
        assert (space.waits(one.id), space.waits(other.id)) == (None, Queued(other.id, NOW))

    def test_a_turn_that_is_erased_waits_no_longer(self, space: Space) -> None:
        turn = said("one")
        write(space, turn)
        space.enqueue([turn.id], NOW)
        space.remove_turns([turn.id])
        assert space.queued(10) == []

    def test_what_waits_is_counted_by_space(self, store: Store, space: Space) -> None:
        other = fresh(store)
        for one, amount in ((space, 2), (other, 1)):
            turns = many(amount)
            write(one, *turns)
            one.enqueue([turn.id for turn in turns], NOW)
        assert store.waiting() == {space.name: 2, other.name: 1}

    def test_the_queue_of_a_space_is_no_other_ones(self, store: Store, space: Space) -> None:
        turn, other = said("one"), fresh(store)
        write(space, turn)
        write(other, turn)
        space.enqueue([turn.id], NOW)
        other.dequeue([turn.id])
        assert space.waits(turn.id)
        assert other.queued(10) == []

    def test_a_request_is_claimed_once(self, space: Space) -> None:
        assert space.claim(REPLY, before=NOW) is None
        assert space.claim(replace(REPLY, request="other"), before=NOW) == REPLY

    def test_what_was_replied_is_given_again(self, space: Space) -> None:
        space.claim(REPLY, before=NOW)
        done = replace(REPLY, status=201, content='{"é": 1}')
        space.put_reply(done)
        assert space.claim(REPLY, before=NOW) == done

    def test_a_request_that_came_to_nothing_can_be_made_again(self, space: Space) -> None:
        space.claim(REPLY, before=NOW)
        space.drop_reply(REPLY.key)
        assert space.claim(REPLY, before=NOW) is None

    def test_replies_are_dropped_after_their_time(self, space: Space) -> None:
        space.claim(REPLY, before=NOW)
        assert space.claim(replace(REPLY, at=LATER), before=LATER) is None

    def test_the_replies_of_a_space_are_no_other_ones(self, store: Store, space: Space) -> None:
        space.claim(REPLY, before=NOW)
        assert fresh(store).claim(REPLY, before=NOW) is None

    def test_replies_are_gone_when_something_is_erased(self, space: Space) -> None:
        turn = said("one")
        write(space, turn)
        space.claim(REPLY, before=NOW)
        space.put_reply(replace(REPLY, status=200, content="one"))
        space.remove_turns([turn.id])
        assert space.claim(REPLY, before=NOW) is None

    def test_a_reply_can_be_kept_after_its_claim_was_erased(self, space: Space) -> None:
        done = replace(REPLY, status=200, content="{}")
        space.put_reply(done)
        assert space.claim(REPLY, before=NOW) == done

    def test_a_store_at_rest_could_be_written_to(self, store: Store, space: Space) -> None:
        write(space, "one")
        store.probe(0.1)
