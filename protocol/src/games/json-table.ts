import { schema, type SchemaType, t } from "@colyseus/schema";
import type { GameTypes } from "@flower-war/rules";
import { isGathering, matchFields, type ReadableMatch } from "../match-state.ts";
import { entriesOf, listOf, pure, type SyncedMap } from "../synced.ts";
import { writeMap } from "../write.ts";
import type { ClientTypes } from "./game-map.ts";

/*
 * The synced table of a game without a schema of its own: each part of the view (`view.table`, `view.hand`) as JSON. The parts of a
 * seat's view that differ from the public one are in its hand, as `{"hand":["reed"]}`. A part that does not change costs no bytes; one that does is sent whole.
 */

const JsonTableState = pure(() => schema({ parts: t.map("string") }, "JsonTable"));

/** The synced state of such a game's matches. */
export const JsonState = pure(() => schema({ ...matchFields(), table: t.ref(JsonTableState) }, "JsonMatch"));
export type JsonState = SchemaType<typeof JsonState>;

/** The synced table as clients see it. */
export interface JsonTable {
  /** JSON by the view's part. */
  readonly parts: SyncedMap<string>;
}

/** The types of such a game, as clients see it. */
export type JsonTypes<T extends GameTypes> = { [N in keyof GameTypes]: T[N] } & {
  table: JsonTable;
  hand: ClientTypes["hand"];
};

/** Writes the public view into a match's state. */
export function writeJsonTable(view: object, { table }: JsonState): void {
  writeMap(table.parts, partsOf(view));
}

/**
 * Packs the parts of a seat's view that differ from the public ones.
 * @param seen the public view of the same state
 */
export function packJsonHand(view: object, seen: object): readonly string[] {
  const known = partsOf(seen);
  return Object.entries(partsOf(view)).flatMap(([part, json]) =>
    known[part] === json ? [] : [`{${JSON.stringify(part)}:${json}}`],
  );
}

/**
 * Returns the value of the rules' `view`; `null` before the match begins.
 * @param seat `null`: the public one
 */
export function readJsonView<T extends GameTypes>(
  { status, table, hands }: ReadableMatch<JsonTable>,
  seat: T["seat"] | null,
): T["view"] | null {
  if (isGathering({ status })) return null;
  const own = seat === null ? [] : listOf(hands?.get(seat)?.cards);
  return Object.fromEntries([
    ...entriesOf(table?.parts).map(([part, json]) => [part, JSON.parse(json) as unknown]),
    ...own.flatMap((packed) => Object.entries(JSON.parse(packed) as object)),
  ]);
}

/** @throws TypeError for what JSON cannot hold, such as a BigInt */
function partsOf(view: object): { readonly [part: string]: string } {
  // What is undefined is not there.
  const parts = Object.entries(view).filter(([, value]) => value !== undefined);
  return Object.fromEntries(parts.map(([part, value]) => [part, JSON.stringify(value)]));
}
