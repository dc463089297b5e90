import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Apocalypse, Catastrophe, Seat, SpaceId } from "@flower-war/rules/flower-war";
import { listOf, pure, type Synced, type Told } from "../../synced.ts";
import { writeFields, writeList } from "../../write.ts";

export const ApocalypseState = pure(() =>
  schema(
    {
      state: t.string<Apocalypse["state"]>().default("none"),
      count: t.uint8().default(0),
      keeper: t.string<Seat | "">().default(""),
      turn: t.uint16().default(0),
      discs: t.array<SpaceId>("string"),
      ruling: t.string<Catastrophe | "">().default(""),
    },
    "Apocalypse",
  ),
);
export type ApocalypseState = SchemaType<typeof ApocalypseState>;

export function writeApocalypse(state: ApocalypseState, { discs, ...apocalypse }: Apocalypse): void {
  writeFields(state, {
    ...apocalypse,
    keeper: apocalypse.keeper ?? "",
    ruling: apocalypse.ruling ?? "",
  });
  writeList(state.discs, discs);
}

export function readApocalypse(apocalypse: Told<Synced<ApocalypseState>> = {}): Apocalypse {
  const { state = "none", count = 0, keeper, turn = 0, discs, ruling } = apocalypse;
  return { state, count, keeper: keeper || null, turn, discs: listOf(discs), ruling: ruling || null };
}
