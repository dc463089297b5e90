import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_PACKET_BYTES, PacketMeter } from "../src/broker/packet-meter.ts";

/** A PUBLISH of `length` bytes in all, fixed header included. */
function packet(length: number): Buffer {
  for (const digits of [1, 2, 3]) {
    const remaining = length - 1 - digits;
    const header = [0x30];
    for (let left = remaining, i = 0; i < digits; i++, left = Math.floor(left / 128)) {
      header.push((left % 128) | (i < digits - 1 ? 0x80 : 0));
    }
    if (remaining >= 0 && remaining < 128 ** digits)
      return Buffer.concat([Buffer.from(header), Buffer.alloc(remaining, 0xff)]);
  }
  throw new RangeError(String(length));
}

describe("[A-3] the packet meter", () => {
  test.each([2, 129, 130, 131, 1200, MAX_PACKET_BYTES])("accepts a packet of %i bytes", (length) => {
    expect(new PacketMeter().count(packet(length))).toBe(1);
  });

  test.each([MAX_PACKET_BYTES + 1, 5000, 100_000])("rejects a packet of %i bytes", (length) => {
    expect(new PacketMeter().count(packet(length))).toBeNull();
  });

  test("rejects it at its fixed header, before its bytes have arrived", () => {
    const meter = new PacketMeter();
    expect(meter.count(Buffer.from([0x10]))).toBe(1);
    expect(meter.count(Buffer.from([0xff, 0xff]))).toBeNull();
  });

  test("rejects a remaining length of more than four bytes (MQTT 3.1.1, 2.2.3)", () => {
    expect(new PacketMeter().count(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x00]))).toBeNull();
    expect(new PacketMeter().count(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x00]))).toBe(1);
  });

  test("follows packets across any chunk boundaries", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2, max: MAX_PACKET_BYTES }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }),
        fc.boolean(),
        (lengths, cuts, hasBad) => {
          const bad = hasBad ? [packet(MAX_PACKET_BYTES + 1)] : [];
          const stream = Buffer.concat([...lengths.map(packet), ...bad]);
          const meter = new PacketMeter();
          let packets: number | null = 0;
          for (let at = 0, i = 0; at < stream.length && packets !== null; i++) {
            const size = cuts[i % cuts.length] ?? 1;
            const begun = meter.count(stream.subarray(at, at + size));
            packets = begun === null ? null : packets + begun;
            at += size;
          }
          expect(packets).toBe(hasBad ? null : lengths.length);
        },
      ),
    );
  });
});
