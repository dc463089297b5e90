import type { Event } from "@flower-war/rules/space-aztecs";
import type { EventCode, EventFields } from "../event-code.ts";

/** How Space Aztecs' events are packed (docs/protocol.md, *Entries*). Append new types, fields and words; remove none. */
export const spaceAztecsEvents: EventCode = {
  fields: {
    "round-began": [],
    "pile-taken": ["seat", "place"],
    "choosing-began": [],
    "card-chosen": ["seat", "card?"],
    "times-told": ["times", "starting"],
    "card-turned-up": ["seat", "card"],
    asked: ["seat", "decision"],
    "codex-laid": ["seat", "card"],
    "temple-built": ["seat", "card", "covers"],
    "aztec-settled": ["seat", "card", "under"],
    "saucer-left": ["seat", "card", "took"],
    ended: ["outcome"],
    conceded: ["seat"],
  } satisfies EventFields<Event>,
  words: ["seat", "card", "from", "shelter", "abduct", "place", "score"],
};
