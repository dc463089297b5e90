import { schema, type SchemaType, t } from "@colyseus/schema";
import type { Card, City } from "@flower-war/rules/space-aztecs";
import { pure, type Synced, type Told } from "../../synced.ts";
import { writeFields } from "../../write.ts";

export const CityState = pure(() =>
  schema(
    {
      visible: t.string().default(""),
      /** Each `"<temple>:<Aztecs under it, joined by commas>"`, e.g. `"GT1:G08,G03 BT2:"`. */
      temples: t.string().default(""),
      codices: t.string().default(""),
      /** The people that each Saucer took, in the form of `temples`. */
      saucers: t.string().default(""),
    },
    "City",
  ),
);
export type CityState = SchemaType<typeof CityState>;

export function writeCity(state: CityState, { visible, temples, codices, saucers }: City): void {
  writeFields(state, {
    visible: visible.join(" "),
    temples: temples.map(({ card, covers }) => packStack(card, covers)).join(" "),
    codices: codices.join(" "),
    saucers: saucers.map(({ card, took }) => packStack(card, took)).join(" "),
  });
}

export function readCity(city: Told<Synced<CityState>>): City {
  const { visible = "", temples = "", codices = "", saucers = "" } = city;
  return {
    visible: readWords(visible),
    temples: readStacks(temples).map(({ card, others }) => ({ card, covers: others })),
    codices: readWords(codices),
    saucers: readStacks(saucers).map(({ card, others }) => ({ card, took: others })),
  };
}

function packStack(card: Card, others: readonly Card[]): string {
  return `${card}:${others.join(",")}`;
}

function readStacks(packed: string): readonly { readonly card: Card; readonly others: readonly Card[] }[] {
  return readWords(packed).map((stack) => {
    const [card = "", others = ""] = stack.split(":");
    return { card, others: others === "" ? [] : others.split(",") };
  });
}

/** Reads a list that travels as words joined by spaces; `""` is the empty list. */
export function readWords(packed: string): readonly string[] {
  return packed === "" ? [] : packed.split(" ");
}
