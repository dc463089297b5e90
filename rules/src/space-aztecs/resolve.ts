import { kindOf, setOf } from "./cards.ts";
import { newestTemple, visibleOf } from "./city.ts";
import { endedBy, outcomeOf } from "./ending.ts";
import type { Play } from "./play.ts";
import { choicesOf, victimsOf } from "./saucers.ts";
import { cityOf, clockwiseFrom } from "./seats.ts";
import { mayShelter } from "./shelter.ts";
import type { Card, Seat, TurnedUp } from "./vocabulary.ts";

/** Plays the chosen cards, clockwise from the token, until something is asked; then the round is over (canon section 6). */
export function resolve(play: Play): void {
  for (;;) {
    const { table } = play;
    const seat = clockwiseFrom(table, table.starting).find((each) => table.chosen.includes(each));
    if (seat === undefined) return endRound(play);
    if (turnUp(play, seat) === "asked") return;
  }
}

/** Plays one card, unless its seat has to decide something about it first. */
function turnUp(play: Play, seat: Seat): "played" | "asked" {
  const card = play.state.hidden.chosen[seat];
  if (card === undefined) throw new Error(`${seat} has chosen no card`);
  const asks = decisionAbout(play, seat, card);
  play.happen({ type: "card-turned-up", seat, card });
  if (asks !== null) {
    play.happen({ type: "asked", seat, decision: asks });
    return "asked";
  }
  switch (kindOf(card)) {
    case "codex":
      play.happen({ type: "codex-laid", seat, card });
      break;
    case "temple":
      play.happen({
        type: "temple-built",
        seat,
        card,
        covers: visibleOf(cityOf(play.table, seat), setOf(card)),
      });
      break;
    case "saucer":
      land(play, {});
      break;
    case "aztec":
      settle(play, false);
  }
  return "played";
}

function decisionAbout({ table }: Play, seat: Seat, card: Card): "shelter" | "abduct" | null {
  if (kindOf(card) === "aztec") return mayShelter(cityOf(table, seat), card) ? "shelter" : null;
  return kindOf(card) === "saucer" && choicesOf(table, seat, card).length > 0 ? "abduct" : null;
}

/** The Aztec that is being played becomes visible, or goes under the newest Temple of its set. */
export function settle(play: Play, covered: boolean): void {
  const { seat, card } = turnedUp(play);
  const temple = covered ? newestTemple(cityOf(play.table, seat), setOf(card)) : undefined;
  play.happen({ type: "aztec-settled", seat, card, under: temple?.card ?? null });
}

/** The Saucer that is being played takes one Aztec from each seat it hits: the only one, or the one named. */
export function land(play: Play, targets: { readonly [seat: string]: Card }): void {
  const { seat, card } = turnedUp(play);
  const took = victimsOf(play.table, seat, card).map(({ seat: from, aztecs: [only, ...more] }) => {
    const taken = more.length === 0 ? only : targets[from];
    if (taken === undefined) throw new Error(`nothing is named to take from ${from}`);
    return { from, card: taken };
  });
  play.happen({ type: "saucer-left", seat, card, took });
}

function turnedUp({ table }: Play): TurnedUp {
  if (table.turnedUp === null) throw new Error("no card is being played");
  return table.turnedUp;
}

/** The end is looked for only here: a limit reached in mid-round never cuts the round short (canon section 7). */
function endRound(play: Play): void {
  const by = endedBy(play.table);
  if (by === null) play.happen({ type: "round-began" });
  else play.happen({ type: "ended", outcome: outcomeOf(play.table, by) });
}
