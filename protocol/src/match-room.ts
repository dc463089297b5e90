import type { WireEntry } from "./entries.ts";
import type { ChatLine } from "./schemas/chat.ts";
import type { Announcement } from "./schemas/server.ts";
import type { Challenge } from "./schemas/streams.ts";

/** Messages of the room `match` from the server. */
export interface MatchMessages {
  /** One entry of the match, as this viewer may see it; `parseEntry` reads it. Follows the patch that shows its effect. */
  entry: WireEntry;
  /**
   * A seat's time is almost over: at `deadline` (ms since 1970) the server plays for it. Sent once in each turn of the seat; only after
   * a server's sudden death perhaps again. `turn` counts those from 1; older servers do not send it.
   */
  warning: { seat: string; deadline: number; turn?: number };
  /** The challenges of this table, one for each seat at most, after each change. Sent to who joins if there are any. */
  challenges: readonly Challenge[];
  /** A new line of the chat that this client may see. */
  chat: ChatLine;
  /** An operator announced something, e.g. maintenance. */
  announcement: Announcement;
  /** Whom this viewer's account mutes and blocks has changed: read it again. */
  mutes: { readonly changed: true };
}
