import type { Command, God, Seat, Table } from "@flower-war/client-sdk/flower-war";
import { spaceAhead } from "./geometry.ts";
import { directionOf } from "./signs.ts";

/** What the viewer has pointed at so far for a command that needs a target. */
export interface Pick {
  readonly space?: number | undefined;
  readonly seat?: Seat | undefined;
  readonly god?: God | undefined;
}

/** A command that is played by choosing something on the board. */
type Aimed = Extract<Command, { type: "move" | "challenge" | "choose" | "play-card" }>;

/** What can be chosen on the board now. */
export interface Targets {
  readonly spaces: ReadonlySet<number>;
  readonly seats: ReadonlySet<Seat>;
  readonly gods: ReadonlySet<God>;
}

export const NO_TARGETS: Targets = { spaces: new Set(), seats: new Set(), gods: new Set() };

/**
 * The legal commands that need a target: those of one card of the hand, or those that answer the decision.
 * @param card the id of the card that the viewer is playing; `null`: none
 */
export function aimedCommands(legal: readonly Command[], card: string | null): readonly Aimed[] {
  return legal.filter((command): command is Aimed => {
    if (card !== null) return command.type === "play-card" && command.card === card && isAimed(command);
    return command.type === "move" || command.type === "challenge" || command.type === "choose";
  });
}

/** What the commands can be aimed at. */
export function targetsOf(table: Table, aimed: readonly Aimed[]): Targets {
  if (aimed.length === 0) return NO_TARGETS;
  const aims = aimed.map((command) => aimOf(table, command));
  return {
    spaces: new Set(aims.flatMap(({ space }) => space ?? [])),
    seats: new Set(aims.flatMap(({ seat }) => seat ?? [])),
    gods: new Set(aims.flatMap(({ god }) => god ?? [])),
  };
}

/** The one command that was aimed at what was picked; `null` while the pick is incomplete or fits none. */
export function commandFor(table: Table, aimed: readonly Aimed[], pick: Pick): Command | null {
  return (
    aimed.find((command) => {
      const aim = aimOf(table, command);
      return aim.space === pick.space && aim.seat === pick.seat && aim.god === pick.god;
    }) ?? null
  );
}

/** What is picked without a choice: each kind of target that has only one member. */
export function onlyPick({ spaces, seats, gods }: Targets): Pick {
  return { space: onlyOf(spaces), seat: onlyOf(seats), god: onlyOf(gods) };
}

/** What a command is aimed at. A move is aimed at the space where it ends. */
function aimOf(table: Table, command: Aimed): Pick {
  switch (command.type) {
    case "move":
      return { space: landingOf(table, command.steps) };
    case "challenge":
      return { seat: command.seat };
    case "choose":
      return { seat: command.seat, god: command.god };
    case "play-card":
      return { space: command.space, seat: command.seat, god: command.god };
  }
}

/** The space on which the active seat lands after so many steps. */
export function landingOf(table: Table, steps: number): number {
  const tribe = table.tribes[table.turn.seat];
  return tribe === undefined ? 0 : spaceAhead(tribe.space, steps, directionOf(table));
}

function isAimed({ seat, god, space }: Extract<Command, { type: "play-card" }>): boolean {
  return seat !== undefined || god !== undefined || space !== undefined;
}

function onlyOf<V>(set: ReadonlySet<V>): V | undefined {
  const [first, ...others] = set;
  return others.length === 0 ? first : undefined;
}
