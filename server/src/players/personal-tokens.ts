import {
  type NewPersonalToken,
  type PersonalToken,
  type PersonalTokenRequest,
  type Scope,
  SCOPES,
} from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { newPlayerId, newSecret } from "../random.ts";
import { refuse } from "../refusal.ts";
import { hashSecret } from "../secrets.ts";
import type { AccountEvents } from "./account-events.ts";
import type { Accounts, Asker } from "./accounts.ts";
import { formatPersonalToken } from "./player-tokens.ts";
import type { Players } from "./players.ts";
import { type PersonalTokenStore, type StoredPersonalToken, scopesOf } from "./store/personal-token-store.ts";
import { insertPlayer, type StoredPlayer } from "./store/player-store.ts";

export interface PersonalTokensPorts extends Pick<Ports, "time" | "random"> {
  readonly players: Players;
  readonly accounts: Accounts;
  readonly events: AccountEvents;
  readonly store: PersonalTokenStore;
}

/** Tokens that players make for their programs. Methods throw as `Players.find`; with a personal token they throw `missing-scope`. */
export class PersonalTokens {
  readonly #ports: PersonalTokensPorts;

  constructor(ports: PersonalTokensPorts) {
    this.#ports = ports;
  }

  /** Lists a player's tokens, the newest first. */
  async list(token: string): Promise<PersonalToken[]> {
    const { players, store } = this.#ports;
    const { id } = await players.require(token);
    return (await store.list(id)).map(describe);
  }

  /**
   * Makes a token. With the scope `bot` it acts as a new bot account of its name.
   * @throws `RefusalError` with `too-many-personal-tokens` or `bot-account`, and as `Accounts.requireProven`
   */
  async create(by: Asker, { name, scopes }: PersonalTokenRequest): Promise<NewPersonalToken> {
    const { accounts, events, store, time, random } = this.#ports;
    const { id: player, kind } = await accounts.requireProven(by, "create-token");
    if (kind === "bot") throw refuse("bot-account");
    const now = time.now();
    const bot: StoredPlayer | null = scopes.includes("bot")
      ? { id: newPlayerId(random), name, kind: "bot", createdAt: now, seenAt: now, generation: 0 }
      : null;
    const secret = newSecret(random);
    const token: StoredPersonalToken = {
      id: newPlayerId(random),
      secret: hashSecret(secret),
      player,
      actsAs: bot?.id ?? player,
      name,
      scopes: inOrder(scopes).join(" "),
      createdAt: now,
      usedAt: null,
    };
    const told = kind === "account";
    const isAdded = await store.add(token, [
      ...(bot === null ? [] : [insertPlayer(bot)]),
      ...(told ? events.statements(player, "token-created", by.device) : []),
    ]);
    if (!isAdded) throw refuse("too-many-personal-tokens");
    if (told) events.onEvent(player, "token-created");
    return { ...describe(token), token: formatPersonalToken(token.id, secret) };
  }

  /**
   * Makes a token invalid. To take a right away needs no proof.
   * @throws `RefusalError` with `unknown-personal-token`
   */
  async revoke({ token, device }: Asker, id: string): Promise<void> {
    const { players, events, store } = this.#ports;
    const { id: player, kind } = await players.require(token);
    const told = kind === "account";
    const event = told ? events.statements(player, "token-revoked", device) : [];
    if (!(await store.delete(player, id, event))) throw refuse("unknown-personal-token");
    if (told) events.onEvent(player, "token-revoked");
  }
}

const inOrder = (scopes: readonly Scope[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope));

function describe(token: StoredPersonalToken): PersonalToken {
  const { id, name, createdAt, usedAt, player, actsAs } = token;
  const bot = actsAs === player ? {} : { bot: actsAs };
  return { id, name, scopes: [...scopesOf(token)], createdAt, usedAt, ...bot };
}
