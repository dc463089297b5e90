import { battle, cardWindow, endBattle, payCard, settle, spoils } from "./battle.ts";
import { discardPhase } from "./choice.ts";
import { dayCard } from "./decks.ts";
import { effect, reward } from "./effects.ts";
import type { Step } from "./flow.ts";
import { battles, challenge, collect, earnDisc, refill, tribute } from "./landing.ts";
import { movePhase } from "./movement.ts";
import type { Play } from "./play.ts";
import { sacrificePhase } from "./sacrifice.ts";
import { topCard } from "./top-card.ts";
import { cardsPhase, endTurn, rollPhase } from "./turn.ts";
import type { Awaiting } from "./vocabulary.ts";

/** Does the steps of the flow, one after the other, until a decision is awaited or the match is over. */
export function run(play: Play): void {
  while (!play.over) {
    const step = play.flow.pop();
    if (step === undefined) throw new Error("a match that is on always has a next step");
    const awaiting = take(play, step);
    if (awaiting !== null) {
      play.flow.push(step);
      play.happen({ type: "asked", awaiting, flow: play.flow });
      return;
    }
  }
}

/** Does one step, or says whose decision it waits for; then it has done nothing yet. */
function take(play: Play, step: Step): Awaiting | null {
  switch (step.step) {
    case "roll":
      return rollPhase(play);
    case "move":
      return movePhase(play);
    case "collect":
      collect(play);
      return null;
    case "earn-disc":
      earnDisc(play);
      return null;
    case "refill":
      refill(play);
      return null;
    case "top-card":
      topCard(play);
      return null;
    case "tribute":
      tribute(play);
      return null;
    case "battles":
      battles(play, step);
      return null;
    case "challenge":
      return challenge(play);
    case "battle":
      battle(play, step);
      return null;
    case "card-window":
      return cardWindow(play, step);
    case "settle":
      settle(play, step);
      return null;
    case "pay-card":
      return payCard(play, step);
    case "spoils":
      spoils(play, step);
      return null;
    case "end-battle":
      endBattle(play);
      return null;
    case "day-card":
      dayCard(play, step);
      return null;
    case "effect":
      return effect(play, step);
    case "reward":
      reward(play, step);
      return null;
    case "discard":
      return discardPhase(play, step);
    case "sacrifice":
      return sacrificePhase(play);
    case "cards":
      return cardsPhase(play);
    case "end-turn":
      endTurn(play);
      return null;
  }
}
