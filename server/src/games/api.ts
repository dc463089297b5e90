/*
 * The API for hosting a game from outside (docs/add-a-game.md): the contract, and the parts of its synced state. `schema` and `t`
 * are those of the server's own copy of @colyseus/schema: a state of another copy reaches no client.
 */
export { type SchemaType, schema, t } from "@colyseus/schema";
export {
  type MatchState,
  type PartWriters,
  tableWriter,
  writeFields,
  writeIndex,
  writeList,
  writeMap,
  writeQueue,
} from "@flower-war/protocol";
export { matchFields } from "@flower-war/protocol/server";
export type { Slot } from "@flower-war/protocol/temple";
export type { GamePage, PageTexts, Thing, Zone } from "@flower-war/rules/page";
export {
  type HostedGame,
  hostGame,
  type JsonGame,
  type TempleDisplay,
  type TempleGame,
} from "./hosted-game.ts";
