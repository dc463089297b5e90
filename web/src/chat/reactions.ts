import type { Reaction } from "@flower-war/client-sdk";
import { REACTIONS } from "@flower-war/client-sdk/players";
import { i18n } from "../texts/index.ts";

/** The day sign that stands for a reaction, and what it says. */
const DRAWINGS: { readonly [R in Reaction]: { readonly id: string; readonly label: () => string } } = {
  bravo: { id: "ocelotl", label: () => i18n._("Well played!") },
  hurry: { id: "tochtli", label: () => i18n._("Hop along!") },
  ouch: { id: "miquiztli", label: () => i18n._("Ouch!") },
  thanks: { id: "xochitl", label: () => i18n._("Thank you!") },
  laugh: { id: "ozomahtli", label: () => i18n._("Ha!") },
};

/** Returns the drawing of a reaction, and what it says. */
export function drawingOf(reaction: Reaction): { readonly id: string; readonly label: string } {
  const { id, label } = DRAWINGS[reaction];
  return { id, label: label() };
}

/** Whether this page knows a reaction: a newer server may have more. */
export function isReaction(reaction: string): reaction is Reaction {
  return (REACTIONS as readonly string[]).includes(reaction);
}
