import { Decoder, Encoder, schema, t } from "@colyseus/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeFields, writeList, writeMap, writeQueue } from "../src/write.ts";

const Synced = schema(
  {
    name: t.string().default(""),
    list: t.array("string"),
    queue: t.array("string"),
    map: t.map("number"),
  },
  "Synced",
);

/** A state, and a client's copy of it that receives every patch. */
function setUp() {
  const state = new Synced();
  const encoder = new Encoder(state);
  const received = new Synced();
  const decoder = new Decoder(received);
  decoder.decode(encoder.encodeAll());
  encoder.discardChanges();
  /** Sends a patch if anything changed. Returns its bytes. */
  const sendPatch = (): number => {
    if (!encoder.hasChanges) return 0;
    const bytes = encoder.encode();
    decoder.decode(bytes);
    encoder.discardChanges();
    return bytes.length;
  };
  return { state, received, sendPatch };
}

const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 6 });
const distinct = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"));
const counts = fc.dictionary(fc.constantFrom("x", "y", "z"), fc.nat(9), { noNullPrototype: true });

describe("writing a synced state", () => {
  test("gives every client the same values after every patch", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, distinct, counts, fc.string()), { maxLength: 20 }), (steps) => {
        const { state, received, sendPatch } = setUp();
        for (const [list, queue, map, name] of steps) {
          writeList(state.list, list);
          writeQueue(state.queue, queue);
          writeMap(state.map, map);
          writeFields(state, { name });
          sendPatch();
          expect([...received.list]).toEqual(list);
          expect([...received.queue]).toEqual(queue);
          expect(Object.fromEntries(received.map.entries())).toEqual(map);
          expect(received.name).toBe(name);
        }
      }),
    );
  });

  test("sends no patch when no value changed", () => {
    const { state, sendPatch } = setUp();
    const write = () => {
      writeList(state.list, ["a", "b"]);
      writeQueue(state.queue, ["c", "d"]);
      writeMap(state.map, { x: 1 });
      writeFields(state, { name: "n" });
    };
    write();
    expect(sendPatch()).toBeGreaterThan(0);
    write();
    expect(sendPatch()).toBe(0);
  });
});
