/** Players: guests, accounts and bot accounts; their names, profiles, histories and ranks, how they sign in and are told of their turn. */
export * from "./account-paths.ts";
export { botNameOf, readBotName } from "./bot-names.ts";
export * from "./bot-state.ts";
export { NAME_BYTES } from "./limits.ts";
export { type NameFault, readName } from "./names.ts";
export * from "./notices.ts";
export { PROOF_HEADER } from "./proof-header.ts";
export { LEADERBOARD_PAGE, PROVISIONAL_MATCHES } from "./profiles.ts";
export type { MailRequest, Notices, PushRequest } from "./schemas/notices.ts";
export type * from "./schemas/players.ts";
export { PLAYER_KINDS, type PlayerKind, type Scope, SCOPES, type Unrated } from "./vocabulary.ts";
