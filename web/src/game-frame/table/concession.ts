import type { GameParts } from "../game-parts.ts";
import type { TableScene } from "../scene.ts";

/** What follows if the viewer concedes. */
export interface Consequences {
  /** What else becomes of what they have in this game, as sentences. */
  readonly losses: readonly string[];
  /** The winner by the concession: the name of the only other seat in play; `null`: several play on. */
  readonly winner: string | null;
  /** The other seats in play. */
  readonly others: readonly string[];
}

/** How the viewer can concede. */
export interface Concession extends Consequences {
  /** Whether a command is on its way. */
  readonly busy: boolean;
  readonly concede: () => void;
}

/** Returns what follows if the viewer concedes; `null`: they have nothing to concede. */
export function consequencesOf<S extends TableScene>(
  game: Pick<GameParts<S, never, never, never>, "describeConcession" | "seatsInPlay" | "texts">,
  scene: S,
): Consequences | null {
  const losses = game.describeConcession(scene);
  if (losses === null) return null;
  const others = game.seatsInPlay(scene).filter((each) => each !== scene.seat);
  const [only, ...more] = others;
  const winner = only === undefined || more.length > 0 ? null : game.texts.readerFor(scene).nameOf(only);
  return { losses, winner, others };
}

/** Returns how the viewer of a table can concede. @param consequences `null`: they have nothing to concede */
export function concessionOf<Command extends { readonly type: string }>(
  consequences: Consequences | null,
  legal: readonly Command[],
  { busy, send }: { readonly busy: boolean; readonly send: (command: Command) => void },
): Concession | null {
  const command = legal.find(({ type }) => type === "concede");
  if (consequences === null || command === undefined) return null;
  return { ...consequences, busy, concede: () => send(command) };
}
