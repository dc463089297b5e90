import { type SchemaType, schema, t } from "@colyseus/schema";
import type { SpaceId, Tribe } from "@flower-war/rules/flower-war";
import { pure, type Synced, type Told } from "../../synced.ts";
import { writeFields } from "../../write.ts";

export const TribeState = pure(() =>
  schema(
    {
      space: t.uint8().default(0),
      skulls: t.uint16().default(0),
      /** Cards in hand by the deck they came from. */
      war: t.uint8().default(0),
      rain: t.uint8().default(0),
      day: t.uint16().default(0),
      /** Discs held as copies, joined by spaces. */
      copies: t.string().default(""),
      canoes: t.uint8().default(0),
      out: t.uint8().default(0),
    },
    "Tribe",
  ),
);
export type TribeState = SchemaType<typeof TribeState>;

export function writeTribe(state: TribeState, { cards, copies, ...tribe }: Tribe): void {
  writeFields(state, { ...tribe, ...cards, copies: copies.join(" ") });
}

export function readTribe(tribe: Told<Synced<TribeState>>): Tribe {
  const { space = 0, skulls = 0, war = 0, rain = 0, day = 0, copies = "", canoes = 0, out = 0 } = tribe;
  const held = copies === "" ? [] : (copies.split(" ") as SpaceId[]);
  return { space, skulls, cards: { war, rain, day }, copies: held, canoes, out };
}
