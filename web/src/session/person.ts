import type { GameMap, GameName, SeatInfo } from "@flower-war/client-sdk";

/** Returns who sits on a seat, for tables that no server describes. By default a person who is there and has no name. */
export function personOn<G extends GameName>(
  seat: GameMap[G]["seat"],
  facts: Partial<SeatInfo<G>>,
): SeatInfo<G> {
  return {
    seat,
    kind: "human",
    name: "",
    nonce: "",
    connected: true,
    temple: "",
    templeOnline: false,
    fixH: 0,
    fixT: 0,
    ready: false,
    host: false,
    player: "",
    signed: 0,
    ...facts,
  };
}
