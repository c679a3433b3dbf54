"""Thrift's compact protocol: values by field number, and bytes that lie about their lengths."""

import pytest

from analysis.study.thrift import BINARY, BOOL, I32, I64, CutOff, Misread, read_struct


@pytest.mark.parametrize("fields, data, found", [
    ({1: I32}, b"\x15\x54\x00", {1: 42}),
    ({1: I32}, b"\x15\x55\x00", {1: -43}),
    ({1: I32, 2: I64}, b"\x15\x01\x16\xe0\x03\x00", {1: -1, 2: 240}),
    ({20: I32}, b"\x05\x28\x02\x00", {20: 1}),
    ({1: BOOL, 2: BOOL}, b"\x11\x12\x00", {1: 1, 2: 0}),
    ({1: BINARY}, b"\x18\x03abc\x00", {1: b"abc"}),
    ({1: [I32]}, b"\x19\x25\x02\x04\x00", {1: [1, 2]}),
    ({1: {2: I32}}, b"\x1c\x25\x06\x00\x00", {1: {2: 3}}),
    ({9: I32}, b"\x1c\x18\x01x\x00\x17\x00\x00\x00\x00\x00\x00\x00\x00\x00", {}),
], ids=str)  # fmt: skip
def test_a_struct_is_read_by_its_field_numbers(fields, data, found):
    """Each value stands under its number; what is not known is read over, up to the end."""
    assert (found, len(data)) == read_struct(data, 0, fields)
    assert (found, len(data) + 1) == read_struct(b"?" + data + b"?", 1, fields)


@pytest.mark.parametrize("data", [
    b"", b"\x15", b"\x15\x80", b"\x15\x02", b"\x18\x04abc", b"\x19\xf5\xff\xff\xff\x0f\x00", b"\x17\x00",
])  # fmt: skip
def test_bytes_that_end_too_early_are_told(data):
    """A length beyond the end asks for nothing."""
    with pytest.raises(CutOff):
        read_struct(data, 0, {})


@pytest.mark.parametrize("data", [
    b"\x15" + b"\xff" * 11, b"\x15\xff\xff\xff\xff\x1f\x00", b"\x1b\x00", b"\x1c" * 200, b"\x19" + b"\x19" * 200,
    b"\x16\x02\x00", b"\x19\x15\x02\x00", b"\x11\x00",
])  # fmt: skip
def test_other_bytes_are_refused(data):
    """Endless numbers and nesting, too many bits, an unknown type, and a known field of another type."""
    with pytest.raises(Misread):
        read_struct(data, 0, {1: I32})
