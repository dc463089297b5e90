import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProtocolRange } from "@flower-war/protocol";
import type { Logger } from "pino";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { StreamLinks } from "../cluster/stream-links.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { OwnPage } from "../games/own-pages.ts";
import type { OnlineBotAccounts } from "../lobby/bot-accounts.ts";
import type { HttpMatchAccess } from "../lobby/http-match-access.ts";
import type { LobbyRooms } from "../lobby/lobby-rooms.ts";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import type { Reservations } from "../lobby/reservations.ts";
import type { TableIndex } from "../lobby/table-index.ts";
import type { WaitingSeats } from "../lobby/waiting-seats.ts";
import type { Sanctions } from "../moderation/sanctions.ts";
import type { WordFilter } from "../names/word-filter.ts";
import type { NoticeSettings } from "../notices/notice-settings.ts";
import type { Accounts } from "../players/accounts.ts";
import type { Mutes } from "../players/mutes.ts";
import type { PersonalTokens } from "../players/personal-tokens.ts";
import type { Sessions } from "../players/sessions.ts";
import type { Players } from "../players/players.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { FirmwareImages } from "../temples/firmware-images.ts";
import type { Studies } from "../studies/studies.ts";
import type { Time } from "../time.ts";
import type { Tournaments } from "../tournaments/tournaments.ts";
import type { Origins } from "../wire/origins.ts";
import type { RequestQueue } from "../wire/request-queue.ts";
import type { RetryWaits } from "./errors.ts";
import type { LinkPreviews } from "./link-preview.ts";
import type { Profiles } from "./profiles.ts";
import type { Records } from "./records.ts";

/** The services that answer requests over HTTP. */
export interface HttpServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  /** Pages of games that the page does not know, by their names. */
  readonly pages: ReadonlyMap<string, OwnPage>;
  readonly matches: MatchRooms;
  /** Whether its games are being developed: they have a debug page. */
  readonly isDebugged: boolean;
  readonly players: Players;
  readonly reservations: Reservations;
  readonly records: Records;
  readonly tournaments: Tournaments;
  readonly studies: Studies;
  readonly sanctions: Sanctions;
  readonly wordFilter: WordFilter;
  readonly quotas: Quotas;
  readonly tables: TableIndex;
  readonly lobbyRooms: LobbyRooms;
  readonly botAccounts: OnlineBotAccounts;
  readonly waitingSeats: Pick<WaitingSeats, "require">;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly personalTokens: PersonalTokens;
  readonly mutes: Mutes;
  readonly profiles: Profiles;
  /** `PUBLIC_URL`; `null`: not set. */
  readonly publicUrl: string | null;
  /** `null`: this server stores nothing, so it sends no notices. */
  readonly notices: NoticeSettings | null;
  readonly httpAccess: HttpMatchAccess;
  readonly links: StreamLinks;
  /** Counts an answer that goes on as one of its client's connections. Returns whether there is room for it. */
  readonly holdConnection: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly time: Time;
  readonly matchMaker: MatchMaker;
  /** Begins requests whose bodies have been read. */
  readonly requests: RequestQueue;
  readonly previews: LinkPreviews;
  readonly firmware: FirmwareImages;
  /** When clients come again that were refused as `unavailable`. */
  readonly retries: RetryWaits;
  readonly log: Logger;
  readonly origins: Origins;
  /** Whether what must be durable can be stored now. */
  readonly isStorageAvailable: () => Promise<boolean>;
  /** Whether other servers answer in place of this one, which cannot store anything. */
  readonly isDown: () => boolean;
  /** The proxies whose `X-Forwarded-For` is trusted, as Express' `trust proxy` takes them. */
  readonly trustProxy: string;
  /** Returns where others reach this server; `null`: nowhere that it knows of. */
  readonly findAddress: () => string | null;
  /** The protocols of clients that may come in. */
  readonly protocols: ProtocolRange;
}
