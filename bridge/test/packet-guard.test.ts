import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_PACKET_BYTES, PacketMeter } from "../src/broker/packet-guard.ts";

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

describe("[A-3] the packet guard", () => {
  test.each([2, 129, 130, 131, 1200, MAX_PACKET_BYTES])("accepts a packet of %i bytes", (length) => {
    expect(new PacketMeter().accepts(packet(length))).toBe(true);
  });

  test.each([MAX_PACKET_BYTES + 1, 5000, 100_000])("rejects a packet of %i bytes", (length) => {
    expect(new PacketMeter().accepts(packet(length))).toBe(false);
  });

  test("rejects it at its fixed header, before its bytes have arrived", () => {
    const meter = new PacketMeter();
    expect(meter.accepts(Buffer.from([0x10]))).toBe(true);
    expect(meter.accepts(Buffer.from([0xff, 0xff]))).toBe(false);
  });

  test("rejects a remaining length of more than four bytes (MQTT 3.1.1, 2.2.3)", () => {
    expect(new PacketMeter().accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x00]))).toBe(false);
    expect(new PacketMeter().accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x00]))).toBe(true);
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
          let passed = true;
          for (let at = 0, i = 0; at < stream.length && passed; i++) {
            const size = cuts[i % cuts.length] ?? 1;
            passed = meter.accepts(stream.subarray(at, at + size));
            at += size;
          }
          expect(passed).toBe(!hasBad);
        },
      ),
    );
  });
});
