import type { Event } from "@flower-war/rules/tieqchieq";
import type { EventCode, EventFields } from "../event-code.ts";

/** How Tıeqchıeq's events travel (docs/protocol.md, *Entries*). New types, fields and words come last, none goes. */
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
  } satisfies EventFields<Event>,
  words: ["red", "yellow", "attacker", "square", "coins", "winner"],
};
