import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Seat, Turn } from "@flower-war/rules/flower-war";
import { pure, type Synced, type Told } from "../../synced.ts";
import { writeFields } from "../../write.ts";

export const TurnState = pure(() =>
  schema(
    {
      number: t.uint16().default(0),
      seat: t.string<Seat>().default("east"),
      extra: t.boolean().default(false),
      again: t.boolean().default(false),
      /** 0: no die. */
      die: t.uint8().default(0),
      /** Rolled by mazatl's rule only; 0: no die. */
      secondDie: t.uint8().default(0),
      landings: t.uint8().default(0),
      dayCards: t.uint8().default(0),
      sacrificesToHuitzilopochtli: t.uint16().default(0),
      sacrificesToTlaloc: t.uint16().default(0),
      traded: t.boolean().default(false),
    },
    "Turn",
  ),
);
export type TurnState = SchemaType<typeof TurnState>;

export function writeTurn(state: TurnState, { dice, sacrifices, ...turn }: Turn): void {
  const [die = 0, secondDie = 0] = dice;
  writeFields(state, {
    ...turn,
    die,
    secondDie,
    sacrificesToHuitzilopochtli: sacrifices.huitzilopochtli,
    sacrificesToTlaloc: sacrifices.tlaloc,
  });
}

export function readTurn(state: Told<Synced<TurnState>> = {}): Turn {
  const { number = 0, seat = "east", extra = false, again = false, die = 0, secondDie = 0 } = state;
  const { landings = 0, dayCards = 0, traded = false } = state;
  const { sacrificesToHuitzilopochtli = 0, sacrificesToTlaloc = 0 } = state;
  const dice = [die, secondDie].filter((each) => each > 0);
  const sacrifices = { huitzilopochtli: sacrificesToHuitzilopochtli, tlaloc: sacrificesToTlaloc };
  return { number, seat, extra, again, dice, landings, dayCards, sacrifices, traded };
}
