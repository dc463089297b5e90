import type { Reaction } from "@flower-war/client-sdk";
import { REACTIONS } from "@flower-war/client-sdk/players";
import { i18n } from "../texts/index.ts";

/** The day sign that stands for a reaction. */
const SIGNS: { readonly [R in Reaction]: string } = {
  bravo: "ocelotl",
  hurry: "tochtli",
  ouch: "miquiztli",
  thanks: "xochitl",
  laugh: "ozomahtli",
};

/** Returns the drawing of a reaction, and what it says. */
export function drawingOf(reaction: Reaction): { readonly id: string; readonly label: string } {
  return { id: SIGNS[reaction], label: describeReaction(reaction) };
}

/** Whether this page knows a reaction: a newer server may have more. */
export function isReaction(reaction: string): reaction is Reaction {
  return (REACTIONS as readonly string[]).includes(reaction);
}

function describeReaction(reaction: Reaction): string {
  switch (reaction) {
    case "bravo":
      return i18n._("Well played!");
    case "hurry":
      return i18n._("Hop along!");
    case "ouch":
      return i18n._("Ouch!");
    case "thanks":
      return i18n._("Thank you!");
    case "laugh":
      return i18n._("Ha!");
  }
}
