"""Thrift's compact protocol, in which a Parquet file describes itself: bytes in, field numbers and values out.

Nothing is believed: a length is held against the bytes that are left, nesting has an end, and a field that is known
must have its own type, since readers that go by the number of a field alone would read other values than these.
Source of the format: Apache Thrift, "Thrift Compact protocol encoding".
"""

from __future__ import annotations

from collections.abc import Mapping

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT, UUID = range(1, 14)
BOOL = TRUE

DEEPEST = 24
LONGEST_NUMBER = 10
"""Bytes that a number of 64 bits takes at most, seven bits in each."""

Kind = int | list["Kind"] | dict[int, "Kind"]
"""Type of a field: one of the numbers above, `[kind]` for a list, field number → kind for a struct."""

Value = int | bytes | list["Value"] | dict[int, "Value"] | None


class Misread(ValueError):
    """The bytes are not what the protocol allows, or end too early."""


class CutOff(Misread):
    """There are fewer bytes than the struct takes."""


def read_struct(data: bytes, start: int, fields: Mapping[int, Kind]) -> tuple[dict[int, Value], int]:
    """Read one struct.

    Args:
        data: the bytes.
        start: where in them it begins.
        fields: number → kind of the fields that are known; others are read over.

    Returns:
        Field number → value, of fields that are known alone: whole numbers, bytes, lists and structs; and where the
        struct ends.

    Raises:
        CutOff: the bytes end before the struct does.
        Misread: it is no such struct.
    """
    reader = _Reader(data, start)
    return reader.struct(fields, 0), reader.place


class _Reader:
    def __init__(self, data: bytes, place: int) -> None:
        self.data = data
        self.place = place

    def byte(self) -> int:
        if self.place >= len(self.data):
            raise CutOff("it is cut off")
        self.place += 1
        return self.data[self.place - 1]

    def take(self, length: int) -> bytes:
        if length > len(self.data) - self.place:
            raise CutOff("it is cut off")
        self.place += length
        return self.data[self.place - length : self.place]

    def unsigned(self) -> int:
        number = 0
        for step in range(LONGEST_NUMBER):
            byte = self.byte()
            number |= (byte & 0x7F) << 7 * step
            if byte < 0x80:
                return number
        raise Misread("a number in it has no end")

    def signed(self, bits: int) -> int:
        """Return a number whose sign is its last bit; one of more bits than it may have is none."""
        number = self.unsigned()
        if number >> bits:
            raise Misread(f"a number in it has more than {bits} bits")
        return number >> 1 ^ -(number & 1)

    def struct(self, fields: Mapping[int, Kind], depth: int) -> dict[int, Value]:
        if depth > DEEPEST:
            raise Misread("it is nested too deeply")
        found: dict[int, Value] = {}
        number = 0
        while head := self.byte():
            found_kind = head & 0x0F
            number = number + (head >> 4) if head >> 4 else self.signed(16)
            kind = fields.get(number)
            if kind is not None and _code(kind) != (BOOL if found_kind == FALSE else found_kind):
                raise Misread(f"its field {number} is of another type")
            if found_kind in (TRUE, FALSE):
                value: Value = int(found_kind == TRUE)
            else:
                value = self.value(found_kind, kind, depth + 1)
            if kind is not None:
                found[number] = value
        return found

    def value(self, code: int, kind: Kind | None, depth: int) -> Value:
        if code in (TRUE, FALSE, BYTE):
            return self.byte()
        if code in (I16, I32, I64):
            return self.signed({I16: 16, I32: 32, I64: 64}[code])
        if code == DOUBLE:
            self.take(8)
            return None
        if code == BINARY:
            return self.take(self.unsigned())
        if code in (LIST, SET):
            return self.values(kind[0] if isinstance(kind, list) else None, depth)
        if code == STRUCT:
            return self.struct(kind if isinstance(kind, dict) else {}, depth)
        raise Misread(f"it holds the type {code}, which Parquet does not use")

    def values(self, kind: Kind | None, depth: int) -> list[Value]:
        if depth > DEEPEST:
            raise Misread("it is nested too deeply")
        head = self.byte()
        size = head >> 4 if head >> 4 < 15 else self.unsigned()
        code = head & 0x0F
        if kind is not None and size and _code(kind) != code:
            raise Misread("a list in it is of another type")
        if size > len(self.data) - self.place:  # each value takes a byte at least
            raise CutOff("it is cut off")
        return [self.value(code, kind, depth + 1) for _ in range(size)]


def _code(kind: Kind) -> int:
    return LIST if isinstance(kind, list) else STRUCT if isinstance(kind, dict) else kind
