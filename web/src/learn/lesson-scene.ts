import { flowerWar } from "@flower-war/client-sdk/flower-war";
import type { FlowerWarScene, Person } from "../games/flower-war/texts.ts";
import { personOn } from "../session/person.ts";
import { i18n } from "../texts/index.ts";
import { type Frame, LEARNER, PARTNER } from "./script.ts";

/** The name by which the partner goes in every language. */
export const PARTNER_NAME = "Ocelot";

/** Returns the table as the learner sees it at a moment of the lesson. @param name the learner's; may be empty */
export function sceneOf({ state }: Frame, name: string): FlowerWarScene {
  const view = flowerWar.view(state, LEARNER);
  return {
    game: "flower-war",
    view,
    seat: LEARNER,
    people: peopleOf(name),
    awaiting: flowerWar.awaiting(state),
    legal: flowerWar.legal(view, LEARNER),
    clock: null,
    connection: null,
    temple: null,
  };
}

/** Returns who sits at the lesson's table. */
function peopleOf(name: string): readonly Person[] {
  return [
    personOn<"flower-war">(LEARNER, { name: name || i18n._("You") }),
    personOn<"flower-war">(PARTNER, { name: PARTNER_NAME }),
  ];
}
