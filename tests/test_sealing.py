"""Sealing: the canonical form, commitments, and what lies in the database."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.sealing import (
    SEALED_LENGTH,
    Place,
    Sealer,
    SecretMissing,
    TooLong,
    Unreadable,
    canonical,
    commitment,
    sealed_by,
    secret_name,
    token_hash,
)

PLACE = Place("m", 3, 2, 1)
SECRET = bytes(range(32))
NONCE = bytes(12)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def test_the_canonical_form_is_that_of_rfc_8785() -> None:
    value = {"b": [1, True, None], "a": 'é "x"\n\x1f', "": {}, "\U0001f600": 1, "\ufb33": 2}
    # Keys go by UTF-16: the emoji's surrogates come before U+FB33, which has the lower code point.
    assert canonical(value).decode() == (
        '{"":{},"a":"é \\"x\\"\\n\\u001f","b":[1,true,null],"\U0001f600":1,"\ufb33":2}'
    )


def test_the_sorting_example_of_rfc_8785_comes_out_as_printed_there() -> None:
    value = {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis",
    }
    assert [*json.loads(canonical(value)).values()] == [
        "Carriage Return",
        "One",
        "Control",
        "Latin Small Letter O With Diaeresis",
        "Euro Sign",
        "Emoji: Grinning Face",
        "Hebrew Letter Dalet With Dagesh",
    ]


@given(json_values)
def test_the_canonical_form_keeps_the_value_and_forgets_how_it_was_written(value) -> None:
    form = canonical(value)
    assert json.loads(form) == value
    assert canonical(json.loads(json.dumps(value, indent=2))) == form


@pytest.mark.parametrize("value", [1.5, 2**53, {"a": [float("nan")]}, "\ud800"])
def test_what_has_no_exact_canonical_form_is_refused(value) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (whichever says it)
        canonical(value)


def test_a_commitment_is_the_sha_256_of_the_printed_form() -> None:
    text = '{"match":"m","move":{"card":"lunge"},"nonce":"n","phase":3,"seat":2,"version":1}'
    assert commitment(PLACE, {"card": "lunge"}, "n") == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        (Place("n", 3, 2, 1), {"card": "lunge"}, "n"),
        (Place("m", 4, 2, 1), {"card": "lunge"}, "n"),
        (Place("m", 3, 1, 1), {"card": "lunge"}, "n"),
        (Place("m", 3, 2, 2), {"card": "lunge"}, "n"),
        (PLACE, {"card": "halt"}, "n"),
        (PLACE, None, "n"),
        (PLACE, {"card": "lunge"}, "o"),
    ],
)
def test_a_commitment_covers_everything(other) -> None:
    assert commitment(*other) != commitment(PLACE, {"card": "lunge"}, "n")


@given(st.dictionaries(st.text(max_size=20), json_values, max_size=3))
def test_what_is_sealed_opens_as_it_was(payload) -> None:
    sealer = Sealer(SECRET)
    try:
        sealed = sealer.seal(PLACE, payload, nonce=NONCE)
    except TooLong:
        assert len(canonical(payload)) > SEALED_LENGTH
        return
    assert sealer.unseal(PLACE, sealed) == payload
    assert len(sealed) == 1 + 8 + 12 + SEALED_LENGTH + 16


def test_all_sealed_payloads_are_equally_long_and_show_nothing() -> None:
    sealer = Sealer(SECRET)
    short = sealer.seal(PLACE, {}, nonce=NONCE)
    long = sealer.seal(PLACE, {"move": "lunge" * 300}, nonce=NONCE)
    assert len(short) == len(long)
    assert b"lunge" not in long
    with pytest.raises(TooLong):
        sealer.seal(PLACE, {"move": "x" * SEALED_LENGTH}, nonce=NONCE)


def test_the_longest_payload_that_fits_opens_as_it_was() -> None:
    sealer = Sealer(SECRET)
    payload = {"move": "x" * (SEALED_LENGTH - len('{"move":""}'))}
    assert sealer.unseal(PLACE, sealer.seal(PLACE, payload, nonce=NONCE)) == payload


@pytest.mark.parametrize(
    "place", [Place("n", 3, 2, 1), Place("m", 4, 2, 1), Place("m", 3, 1, 1), Place("m", 3, 2, 2)]
)
def test_a_sealed_payload_opens_nowhere_but_in_its_place(place: Place) -> None:
    sealer = Sealer(SECRET)
    sealed = sealer.seal(PLACE, {"move": 1}, nonce=NONCE)
    with pytest.raises(Unreadable):
        sealer.unseal(place, sealed)


def test_a_sealed_payload_opens_with_no_other_secret_and_not_once_it_is_changed() -> None:
    sealed = Sealer(SECRET).seal(PLACE, {"move": 1}, nonce=NONCE)
    with pytest.raises(Unreadable):
        Sealer(bytes(32)).unseal(PLACE, sealed)
    for index in (0, 1, 9, 30, len(sealed) - 1):
        changed = bytearray(sealed)
        changed[index] ^= 1
        with pytest.raises(Unreadable):
            Sealer(SECRET).unseal(PLACE, bytes(changed))
    for cut in (b"", sealed[:5], sealed[:12], sealed[:-1]):
        with pytest.raises(Unreadable):
            Sealer(SECRET).unseal(PLACE, cut)


def test_what_an_older_secret_has_sealed_still_opens_and_it_seals_nothing_more() -> None:
    older, newer = Sealer(SECRET), Sealer(bytes(32), [SECRET])
    sealed = older.seal(PLACE, {"move": 1}, nonce=NONCE)
    assert newer.unseal(PLACE, sealed) == {"move": 1}
    anew = newer.seal(PLACE, {"move": 1}, nonce=NONCE)
    with pytest.raises(SecretMissing) as missing:
        older.unseal(PLACE, anew)
    assert missing.value.name == newer.name == sealed_by(anew)
    assert newer.names == (newer.name, older.name)


def test_a_secrets_name_tells_nothing_of_it_and_is_no_other_secrets() -> None:
    assert secret_name(SECRET) == Sealer(SECRET).name != secret_name(bytes(32))
    assert len(secret_name(SECRET)) == 16
    assert bytes.fromhex(secret_name(SECRET)) not in SECRET


def test_a_short_secret_is_refused_and_no_secret_is_ever_shown() -> None:
    with pytest.raises(ValueError, match="at least 32 bytes"):
        Sealer(b"short")
    with pytest.raises(ValueError, match="at least 32 bytes"):
        Sealer(SECRET, [b"short"])
    assert "secret" not in repr(Sealer(b"a secret, and it is long enough ..."))


def test_a_requests_token_is_always_the_same_and_no_other_requests() -> None:
    sealer = Sealer(SECRET)
    token = sealer.token("sign-up m", "r" * 16)
    assert token == Sealer(SECRET).token("sign-up m", "r" * 16)
    assert len(token) == 43
    others = {
        sealer.token("sign-up n", "r" * 16),
        sealer.token("sign-up m", "s" * 16),
        sealer.token("sign-up mr", "r" * 15),
        Sealer(bytes(32)).token("sign-up m", "r" * 16),
    }
    assert token not in others
    assert len(others) == 4
    assert token not in token_hash(token)
