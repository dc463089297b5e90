import { defaultsOf } from "@flower-war/rules";
import { GameError } from "../game-error.ts";
import type { HostedGame } from "./hosted-game.ts";

/** The functions of a game's rules that it must have. */
export const RULES = [
  "seatsFor",
  "setup",
  "awaiting",
  "legal",
  "decide",
  "evolve",
  "fallback",
  "outcome",
  "view",
  "redact",
] as const;

/** The functions of its hosting, and of `temple` if that is not `null`. */
export const HOSTING = ["newState", "write", "packHand", "easyBot"] as const;
export const TEMPLE = ["bead", "window", "display"] as const;

/**
 * Returns the same game, whose functions throw a `GameError` for whatever they throw: it says which game and which function failed. Without
 * presets it has one: its defaults, under its own name.
 */
export function nameErrors(hosted: HostedGame): HostedGame {
  const { game, temple } = hosted;
  const { name, presets = [{ name, options: defaultsOf(game), minutes: {} }] } = game;
  return inherit(hosted, {
    ...naming(hosted, [...HOSTING, "turnOf"], name, ""),
    game: inherit(game, { ...naming(game, RULES, name, "game."), presets }),
    temple: temple && inherit(temple, naming(temple, TEMPLE, name, "temple.")),
  });
}

/** Returns an object with these fields that has all others of `owner`, also if that is frozen or of a class. */
export function inherit<O extends object>(owner: O, fields: { readonly [N in keyof O]?: unknown }): O {
  return Object.create(
    owner,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value, enumerable: true }])),
  ) as O;
}

/** Returns those of these functions that there are, under their names. */
function naming<O extends object, N extends keyof O & string>(
  owner: O,
  functions: readonly N[],
  game: string,
  prefix: string,
): { readonly [F in N]?: unknown } {
  const named = functions.flatMap((name) => {
    const call: unknown = owner[name];
    if (typeof call !== "function") return [];
    const run = (...args: unknown[]): unknown => {
      try {
        return Reflect.apply(call, owner, args);
      } catch (error) {
        throw error instanceof GameError ? error : new GameError(game, prefix + name, error);
      }
    };
    return [[name, run] as const];
  });
  return Object.fromEntries(named) as { readonly [F in N]?: unknown };
}
