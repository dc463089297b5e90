/** What servers alone use: their limits, and the writing half of what clients read. */
export { formatBotName } from "./bot-names.ts";
export { countGraphemes, takeGraphemes } from "./characters.ts";
export { readChatText } from "./chat.ts";
export { fitReason, formatBan } from "./closes.ts";
export { isJoinable } from "./free-seats.ts";
export { BOT_LIMITS, SERVER_LIMITS, TOURNAMENT_LIMITS } from "./limits.ts";
export { STUDY_LIMITS } from "./study-limits.ts";
export { compareListings, LOBBY_PAGE, readListing, writeTablePage } from "./lobby.ts";
export { NO_DETAILS, writeDetails } from "./match-details.ts";
export { matchFields } from "./match-state.ts";
export { API_PATHS } from "./paths.ts";
export type { ReportRequest } from "./schemas/match-requests.ts";
export type { GameWords } from "./schemas/server.ts";
export type { PlainTable, PlainView } from "./schemas/streams.ts";
export type { Admission, StreamEnd } from "./vocabulary.ts";
