import { Decoder, Encoder, schema, t } from "@colyseus/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeFields, writeList, writeMap, writeQueue } from "../src/games/sync.ts";

const Synced = schema(
  {
    name: t.string().default(""),
    list: t.array("string"),
    queue: t.array("string"),
    map: t.map("number"),
  },
  "Synced",
);

/** A state, and what a client that hears every patch makes of it. */
function begin() {
  const state = new Synced();
  const encoder = new Encoder(state);
  const seen = new Synced();
  const decoder = new Decoder(seen);
  decoder.decode(encoder.encodeAll());
  encoder.discardChanges();
  /** Sends a patch if anything changed; its bytes. */
  const patch = (): number => {
    if (!encoder.hasChanges) return 0;
    const bytes = encoder.encode();
    decoder.decode(bytes);
    encoder.discardChanges();
    return bytes.length;
  };
  return { state, seen, patch };
}

const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 6 });
const distinct = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"));
const counts = fc.dictionary(fc.constantFrom("x", "y", "z"), fc.nat(9), { noNullPrototype: true });

describe("writing what changed", () => {
  test("brings every client to the same values, patch by patch", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, distinct, counts, fc.string()), { maxLength: 20 }), (steps) => {
        const { state, seen, patch } = begin();
        for (const [list, queue, map, name] of steps) {
          writeList(state.list, list);
          writeQueue(state.queue, queue);
          writeMap(state.map, map);
          writeFields(state, { name });
          patch();
          expect([...seen.list]).toEqual(list);
          expect([...seen.queue]).toEqual(queue);
          expect(Object.fromEntries(seen.map.entries())).toEqual(map);
          expect(seen.name).toBe(name);
        }
      }),
    );
  });

  test("sends nothing when nothing changed", () => {
    const { state, patch } = begin();
    const write = () => {
      writeList(state.list, ["a", "b"]);
      writeQueue(state.queue, ["c", "d"]);
      writeMap(state.map, { x: 1 });
      writeFields(state, { name: "n" });
    };
    write();
    expect(patch()).toBeGreaterThan(0);
    write();
    expect(patch()).toBe(0);
  });
});
