import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signOfCard } from "../src/flower-war/cards.ts";
import { flowerWar, type State } from "../src/flower-war/index.ts";
import { handOf } from "../src/flower-war/state.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
import { playMatch } from "../src/trials/matches.ts";
import { runs } from "./support/runs.ts";
import { anything, settings } from "./support/trials/flower-war.ts";

type Viewer = Seat | "public";

describe("section 11, who sees what", () => {
  test(
    "no view and no redacted event contains the seed, or the id of another seat's card",
    () => {
      fc.assert(
        fc.property(settings, (setting) => {
          playMatch(setting, anything, {
            after: (state, { events }) => {
              for (const viewer of viewersOf(state)) {
                const seen = JSON.stringify([
                  flowerWar.view(state, viewer),
                  events.map((event) => flowerWar.redact(event, viewer)),
                ]);
                expect(seen).not.toContain(state.hidden.seed);
                for (const other of state.table.seats.filter((seat) => seat !== viewer)) {
                  for (const { id, card } of handOf(state, other)) {
                    if (signOfCard(card) !== "flower") expect(seen).not.toContain(`"${id}"`);
                  }
                }
              }
            },
          });
        }),
        runs(6),
      );
    },
    30 * 60_000,
  );
});

function viewersOf(state: State): readonly Viewer[] {
  return [...state.table.seats, "public"];
}
