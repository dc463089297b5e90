import type { Card, Command, View } from "@flower-war/client-sdk/space-aztecs";
import { type Victim, victims } from "./played.ts";

/** What the viewer has picked for a command. */
export interface Pick {
  /** The number of the selected place; `null`: the one that the viewer holds. */
  readonly place: number | null;
  /** The card of the pile that the viewer would choose. */
  readonly card: Card | null;
  /** The Aztecs that the viewer's Saucer would take, by seat. */
  readonly targets: { readonly [seat: string]: Card };
}

/** The seats from which one of several Aztecs is to be chosen, if that is the viewer's decision now. */
export function choicesIn({ table, seat }: View, legal: readonly Command[]): readonly Victim[] {
  const { turnedUp } = table;
  if (seat === null || turnedUp === null || !legal.some(({ type }) => type === "abduct")) return [];
  return victims(table, seat, turnedUp.card).filter(({ aztecs }) => aztecs.length > 1);
}

/** The legal command that fits what was pointed at; `null`: there is none, or something is still to be chosen. */
export function aimedCommand(legal: readonly Command[], { place, card, targets }: Pick): Command | null {
  const fits = (command: Command): boolean => {
    switch (command.type) {
      case "take":
        return command.place === place;
      case "choose":
        return command.card === card;
      case "abduct":
        return Object.entries(command.targets).every(([seat, aztec]) => targets[seat] === aztec);
      case "shelter":
      case "concede":
        return false;
    }
  };
  return legal.find(fits) ?? null;
}
