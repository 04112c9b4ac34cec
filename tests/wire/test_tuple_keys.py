"""Tuples as keys of a dict: none that could be made to collide may cross."""

import pytest

from fuzz.collisions import colliding
from fuzz.lies import packed_dict
from grader.wire.errors import WireError
from grader.wire.values import decode, encode

BITS = {1: 32, 2: 32, 3: 21, 4: 16, 5: 12, 6: 10, 7: 9, 8: 8}  # of each part


def refused(data: bytes) -> str:
    """Return why a frame is refused."""
    with pytest.raises(WireError) as caught:
        decode(data, {})
    return str(caught.value)


@pytest.mark.parametrize("parts", BITS)
def test_the_parts_of_a_key_share_their_bits(parts: int) -> None:
    """The more integers are in a key, the smaller they are, on both sides."""
    most = 2 ** BITS[parts] - 1
    for number in (most, -most):
        key = (number,) * parts
        assert decode(encode({key: 1}, lambda _: (0, "object")), {}) == {key: 1}
    reason = f"a dict key with an integer of more than {BITS[parts]} bits"
    for number in (most + 1, -most - 1):
        key = (*(0,) * (parts - 1), number)
        assert refused(packed_dict([key])) == reason
        with pytest.raises(WireError, match=reason):
            encode({key: 1}, lambda _: (0, "object"))


def test_a_key_has_eight_parts_at_most() -> None:
    """Where integers stand among empty texts, which hash to 0, is no free choice."""
    for part in (0, True, ""):
        whole = {(part,) * 8: 1}
        assert decode(encode(whole, lambda _: (0, "object")), {}) == whole
        reason = "a dict key of more than 8 parts"
        with pytest.raises(WireError, match=reason):
            encode({(part,) * 9: 1}, lambda _: (0, "object"))
    assert refused(packed_dict([(0,) * 9])) == reason


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_keys_with_one_hash_are_refused(parts: int) -> None:
    """Keys are found that all have one hash on this Python, and none of them passes."""
    keys = colliding(parts)
    assert len(set(keys)) == len(keys) > 50
    assert len({hash(key) for key in keys}) == 1
    for key in keys:
        reason = refused(packed_dict([key]))
        assert reason.startswith("a dict key with an integer of more than ")
