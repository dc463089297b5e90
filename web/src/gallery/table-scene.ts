import type { GameName, MatchClock, SeatInfo } from "@flower-war/client-sdk";

/** The moment that the gallery shows, ms since 1970. */
export const NOW = 1_800_000_000_000;

/** Facts of a person that the gallery shows; the others are those of a person who is there. */
export type PersonFacts<G extends GameName> = Partial<SeatInfo<G>> & { readonly name: string };

interface Clocks<Seat> {
  /** The seats that have clocks. */
  readonly seats: readonly Seat[];
  /** Those whose clocks run. */
  readonly awaited: readonly Seat[];
  /** ms that they have left. */
  readonly left: number;
}

/** Returns the clocks of a match. */
export function clockFor<Seat extends string>({ seats, awaited, left }: Clocks<Seat>): MatchClock<Seat> {
  const rules = { turn: 45_000, reserve: 120_000, increment: 0, warning: 10_000, awayAfter: 2 };
  return {
    rules: rules as MatchClock["rules"],
    seats: new Map(
      seats.map((seat) => [
        seat,
        {
          reserve: 120_000,
          turnEnds: awaited.includes(seat) ? NOW - 36_000 : null,
          deadline: awaited.includes(seat) ? NOW + left : null,
          away: false,
        },
      ]),
    ),
    givenBack: 0,
  };
}

interface Clocked<Seat> {
  readonly seat: Seat | null;
  readonly clock: MatchClock<Seat & string> | null;
}

/** Returns the scene of a viewer whose seat the server plays. */
export function playedFor<Seat extends string, S extends Clocked<Seat>>(scene: S & Clocked<Seat>): S {
  const { clock, seat } = scene;
  const own = seat === null ? undefined : clock?.seats.get(seat);
  if (clock === null || seat === null || own === undefined) return scene;
  const seats = new Map([...clock.seats, [seat, { ...own, away: true }]]);
  return { ...scene, clock: { ...clock, seats } };
}
