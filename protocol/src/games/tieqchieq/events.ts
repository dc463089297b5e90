import type { Event } from "@flower-war/rules/tieqchieq";
import type { EventCode, EventFields } from "../event-code.ts";

/** How Tıeqchıeq's events are packed (docs/protocol.md, *Entries*). Append new types, fields and words; remove none. */
export const tieqchieqEvents: EventCode = {
  fields: {
    tossed: ["seat", "coins"],
    introduced: ["seat", "to"],
    moved: ["seat", "from", "to"],
    "came-home": ["seat", "from"],
    battled: ["battle"],
    "plus-reached": ["seat", "at"],
    stayed: ["seat", "at"],
    "turn-began": ["seat", "extra"],
    ended: ["outcome"],
    conceded: ["seat"],
  } satisfies EventFields<Event>,
  words: ["red", "yellow", "attacker", "square", "coins", "winner"],
};
