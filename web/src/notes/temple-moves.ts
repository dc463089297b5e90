import type { SeatInfo } from "@flower-war/client-sdk";

/** A seat that became local to a temple. */
export interface TempleMove {
  readonly seat: string;
  /** The name of its player. */
  readonly name: string;
  /** The temple that had the seat before; `null`: none. */
  readonly from: string | null;
  readonly to: string;
}

/** The temple of each seat; `""`: none. */
export type SeatTemples = ReadonlyMap<string, string>;

type Person = Pick<SeatInfo, "seat" | "name" | "temple">;

export function templesOf(people: readonly Person[]): SeatTemples {
  return new Map(people.map(({ seat, temple }) => [seat, temple]));
}

/** Returns the seats that became local to a temple since then. A seat that was not there then came with its temple. */
export function movesSince(before: SeatTemples, people: readonly Person[]): readonly TempleMove[] {
  return people.flatMap(({ seat, name, temple }) => {
    const from = before.get(seat);
    if (from === undefined || from === temple || temple === "") return [];
    return [{ seat, name, from: from === "" ? null : from, to: temple }];
  });
}
