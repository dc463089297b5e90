import {
  endBattle,
  grantSpoils,
  requestBattleCard,
  requestPayment,
  settleBattle,
  startBattle,
} from "./battle.ts";
import { requestDiscard } from "./choice.ts";
import { drawDayCard } from "./decks.ts";
import { applyEffect, giveReward } from "./effects.ts";
import type { Step } from "./flow.ts";
import { collect, earnDisc, payTribute, refillRack, requestChallenge, startNextBattle } from "./landing.ts";
import { requestMove } from "./movement.ts";
import type { Play } from "./play.ts";
import { requestSacrifice } from "./sacrifice.ts";
import { applyTopCard } from "./top-card.ts";
import { endTurn, requestCards, requestRoll } from "./turn.ts";
import type { Awaiting } from "./vocabulary.ts";

/** Runs the steps of the flow one after the other until a decision is awaited or the match is over. */
export function runFlow(play: Play): void {
  while (!play.isOver) {
    const step = play.flow.pop();
    if (step === undefined) throw new Error("the flow of a running match is empty");
    const awaiting = runStep(play, step);
    if (awaiting !== null) {
      play.flow.push(step);
      play.emit({ type: "asked", awaiting, flow: play.flow });
      return;
    }
  }
}

/** Runs one step, or returns the decision that it awaits without having changed anything. */
function runStep(play: Play, step: Step): Awaiting | null {
  switch (step.step) {
    case "roll":
      return requestRoll(play);
    case "move":
      return requestMove(play);
    case "collect":
      collect(play);
      return null;
    case "earn-disc":
      earnDisc(play);
      return null;
    case "refill":
      refillRack(play);
      return null;
    case "top-card":
      applyTopCard(play);
      return null;
    case "tribute":
      payTribute(play);
      return null;
    case "battles":
      startNextBattle(play, step);
      return null;
    case "challenge":
      return requestChallenge(play);
    case "battle":
      startBattle(play, step);
      return null;
    case "card-window":
      return requestBattleCard(play, step);
    case "settle":
      settleBattle(play, step);
      return null;
    case "pay-card":
      return requestPayment(play, step);
    case "spoils":
      grantSpoils(play, step);
      return null;
    case "end-battle":
      endBattle(play);
      return null;
    case "day-card":
      drawDayCard(play, step);
      return null;
    case "effect":
      return applyEffect(play, step);
    case "reward":
      giveReward(play, step);
      return null;
    case "discard":
      return requestDiscard(play, step);
    case "sacrifice":
      return requestSacrifice(play);
    case "cards":
      return requestCards(play);
    case "end-turn":
      endTurn(play);
      return null;
  }
}
