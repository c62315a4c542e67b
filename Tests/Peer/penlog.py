"""Reads pen logs by their description alone: an independent reader, to hold the daemon's writer to it.

A log is "INKDLOG\\n", then records: kind (a byte), length (varint), payload, CRC-32C (4 bytes, lowest first) of all these.
"""
import json

HEADER, DEVICE, REMOVED, FRAMES, LOST, ANCHOR, STROKE, ARBITRATION, ANNOTATION, PAUSED, RESUMED, ENDED = range(1, 13)
JSON = {HEADER, DEVICE, ANCHOR, ANNOTATION}

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ 0x82F63B78 if byte & 1 else byte >> 1
    TABLE.append(byte)


def crc32c(data):
    rest = 0xFFFFFFFF
    for byte in data:
        rest = rest >> 8 ^ TABLE[(rest ^ byte) & 255]
    return rest ^ 0xFFFFFFFF


class Cut(Exception):
    pass


class Bytes:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def unsigned(self):
        value, shift = 0, 0
        while True:
            if self.at >= len(self.data):
                raise Cut
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self):
        value = self.unsigned()
        return value >> 1 ^ -(value & 1)


def records(data):
    """(kind, payload) of all records that are whole, and how many bytes these are."""
    if not data.startswith(b"INKDLOG\n"):
        raise ValueError("no log")
    found, end = [], 8
    while end < len(data):
        try:
            reader = Bytes(data, end + 1)
            length = reader.unsigned()
        except Cut:
            break
        stop = reader.at + length
        if stop + 4 > len(data) or crc32c(data[end:stop]) != int.from_bytes(data[stop : stop + 4], "little"):
            break
        payload = data[reader.at : stop]
        found.append((data[end], json.loads(payload) if data[end] in JSON else payload))
        end = stop + 4
    return found, end


def frames(found):
    """(device, time in microseconds, follows a drop, [(type, code, value)]) of all frames."""
    time, sources, result = 0, {}, []
    for kind, payload in found:
        if kind != FRAMES:
            continue
        reader = Bytes(payload)
        while reader.at < len(payload):
            device = reader.unsigned()
            codes, values = sources.setdefault(device, ([], []))
            time += reader.signed()
            head = reader.unsigned()
            events = []
            for _ in range(head >> 2):
                place = reader.unsigned()
                if place == len(codes):
                    codes.append(reader.unsigned())
                    values.append(0)
                values[place] += reader.signed()
                if head & 2:
                    reader.signed()
                events.append((codes[place] >> 16, codes[place] & 0xFFFF, values[place]))
            result.append((device, time, bool(head & 1), events))
    return result
