import type { Options } from "@flower-war/client-sdk/flower-war";
import type { OptionWords } from "../face.ts";

type Values = { readonly [O in keyof Options]: { readonly [V in `${Options[O]}`]?: string } };

const LABELS: { readonly [O in keyof Options]: string } = {
  battleStake: "The loser of a battle pays",
  cardCosts: "Cards",
  apocalypseTrigger: "The apocalypse begins",
  countdown: "It counts",
  discRules: "The discs that trigger the apocalypse change the rules",
  rackSize: "Skulls on a full rack",
};

const VALUES: Values = {
  battleStake: { one: "1 skull", "lower-roll": "the lower roll" },
  cardCosts: { printed: "cost what they say", free: "are free" },
  apocalypseTrigger: {
    1: "with the first disc off the board",
    2: "with two discs off the board",
    3: "with three discs off the board",
    260: "with 260 offerings, or all discs off the board",
  },
  countdown: { keeper: "the turns of its keeper", turns: "every turn" },
  discRules: {},
  rackSize: {},
};

/** A host option of Flower War (canon section 1) and its values, in words. */
export function optionWords(name: string): OptionWords {
  if (!isOption(name)) return { label: name };
  const values: { readonly [value: string]: string | undefined } = VALUES[name];
  return { label: LABELS[name], value: (value) => values[String(value)] };
}

const isOption = (name: string): name is keyof Options => Object.hasOwn(LABELS, name);
