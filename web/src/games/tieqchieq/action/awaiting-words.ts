import { decisionSentence } from "@flower-war/client-sdk/tieqchieq";
import type { TieqchieqScene } from "../scene.ts";
import { readerFor, say, texts } from "../texts.ts";

/** Returns what is to be decided, as a sentence to the viewer; nothing once the match is over. */
export function awaitingWords({ view: { table }, seat, people }: TieqchieqScene): string {
  if (table.phase === "over") return "";
  return say(decisionSentence({ seat: table.turn, decision: table.phase }, texts(), readerFor(seat, people)));
}
