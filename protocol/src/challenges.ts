/**
 * GET -> `OnlineBot[]`, by name. POST, with `Authorization: Bearer <token>` of a bot account -> `Reservation` for its room `bot`: it is online
 * as long as it is connected there. It stands apart from `PATHS`, which pages load.
 */
export const BOTS_PATH = "/api/bots";
