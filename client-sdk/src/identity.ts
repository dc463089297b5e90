import { PATHS, type Reservation } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type AccountEvent,
  type AccountEvents,
  BOTS_PATH,
  type MailRequest,
  type MutedPlayers,
  type MuteRequest,
  type NewPersonalToken,
  NOTICE_PATHS,
  type Notices,
  type OnlineBot,
  type PasskeyAdded,
  type PasskeyOptions,
  type PasskeyRemoval,
  type PasskeyRequest,
  type PasskeyResponse,
  type PersonalToken,
  type PersonalTokenRequest,
  type PersonalTokens,
  type Player,
  type PlayerRequest,
  type PlayerSession,
  type PlayerSessions,
  type Proof,
  type ProofRequest,
  type PushRequest,
  type RecoveryCodes,
  type SignedIn,
  type SignInMeans,
  type SignInRequest,
  type TokenRequest,
} from "@flower-war/protocol/players";
import type { Abortable } from "./abort.ts";
import type { ChallengeListeners, Challenges, Joining } from "./challenges.ts";
import type { SessionSettings } from "./connection/room-session.ts";
import type { HttpClient, RequestOptions } from "./http.ts";
import type { MatchSettings } from "./match-types.ts";
import { defaultPlayerStore, type PlayerStore, type StoredPlayer } from "./player-store.ts";
import { connectionRefusal, Refusal } from "./refusal.ts";

/** ms for which a proof counts as fresh here; the server takes it for 5 minutes. */
const PROOF_USE = 4 * 60 * 1000;

/** Whether a player is known by a personal token: their name is not the program's to choose. */
const isPersonal = ({ token }: Pick<StoredPlayer, "token">): boolean => token.startsWith("fw_");

/** A player's public data. */
export type PlayerInfo = Readonly<Omit<Player, "token">>;

/** Lets the browser create or use a passkey. Its options are `PasskeyOptions`, which every library for passkeys calls by a type of its own. */
export type AskBrowser = (options: never) => Promise<PasskeyResponse>;

export interface IdentityOptions {
  /** Whether a guest is created if none is stored and a seat is taken. Default `false`. */
  readonly player?: boolean;
  /** Where the player is stored. Default: `localStorage` in a browser, else memory. */
  readonly playerStore?: PlayerStore;
}

/**
 * The identity of a program at one server: the stored player, who owns the seats that it takes. The store is read each time, for other tabs
 * may have changed it. `host.identity()` returns it; every method that returns a promise rejects with a `Refusal`.
 */
export class Identity {
  readonly #http: HttpClient;
  readonly #name: string;
  readonly #needsPlayer: boolean;
  readonly #store: PlayerStore;
  readonly #settings: SessionSettings;
  readonly #server: string;
  readonly #host: Joining;
  /** The id of the player whose token this program has renewed. */
  #renewed: string | null = null;
  /** What shows that the person is there. It is never stored: a copy of the stored token is not enough to take an account. */
  #proof: string | null = null;
  /** When the proof was given, by the monotonic clock. */
  #provenAt = 0;
  /** The latest change. */
  #last: Promise<unknown> = Promise.resolve();

  /** @internal @param name of a new guest @param host where a bot account takes seats */
  constructor(
    http: HttpClient,
    name: string,
    { player = false, playerStore = defaultPlayerStore() }: IdentityOptions,
    settings: MatchSettings,
    host: Joining,
  ) {
    this.#settings = settings;
    this.#host = host;
    this.#server = settings.server;
    this.#http = http;
    this.#name = name;
    this.#needsPlayer = player;
    this.#store = playerStore;
  }

  /**
   * Returns the stored player, or a new guest if none is stored or the server does not know the stored one any more. Seats that are taken
   * from now on are that player's (`SeatInfo.player`). Each server has players of its own.
   * Refusals: `too-many-players` with `wait`.
   */
  player(): Promise<PlayerInfo> {
    return this.#get(null, this.#name);
  }

  /**
   * Gives the player another name, and creates the player if need be. In matches where they sit they keep the old one.
   * Refusals: `bad-request` with `field`, `too-many-players` with `wait`.
   */
  rename(name: string): Promise<PlayerInfo> {
    return this.#get(name, name);
  }

  /**
   * Makes this program a bot account: the stored one, or a new one if no player is stored. A bot account is shown as one everywhere, sits
   * down only where a host invites it, and is one for ever.
   * Refusals: `not-bot-account` if the stored player is a person, `too-many-players` with `wait`.
   */
  declareBot(): Promise<PlayerInfo> {
    return this.#alone(async () => {
      const stored = await this.#load();
      if (stored && stored.kind !== "bot") {
        throw new Refusal({
          code: "not-bot-account",
          message: "the stored player is a person, not a bot account",
        });
      }
      const found = stored && (await this.#find(stored, isPersonal(stored) ? null : this.#name));
      return infoOf(found ?? (await this.#create(this.#name, true)));
    });
  }

  /**
   * Goes online as a bot account, which `declareBot` makes this program if it is none yet. Hosts can invite it by name from now on, until
   * you `leave()` what this returns.
   * Refusals: as `declareBot`; `banned`.
   * @param listener called with each challenge, those that were open before included
   */
  async onChallenge(
    listener: ChallengeListeners["challenge"],
    { signal }: Abortable = {},
  ): Promise<Challenges> {
    const { Challenges } = await import("./challenges.ts").catch((error: unknown) => {
      throw connectionRefusal("unreachable", error);
    });
    const reserve = async () => {
      await this.declareBot();
      return this.#http.reserve<Reservation>(BOTS_PATH, {}, await this.#token());
    };
    return Challenges.open(this.#settings, this.#host, reserve, listener, signal);
  }

  /** Returns the bot accounts that are online, by name: who can be invited with `match.challenge`. */
  listBots(): Promise<readonly OnlineBot[]> {
    return this.#http.getJson(BOTS_PATH);
  }

  /** Returns the stored player as this program knows them, without asking the server; `null`: none is stored. */
  async stored(): Promise<PlayerInfo | null> {
    const stored = await this.#load();
    return stored && infoOf(stored);
  }

  /**
   * Deletes the player with all that the server stores for them, and here, if there is one.
   * Refusals: `proof-required`.
   */
  delete(): Promise<void> {
    return this.#alone(async () => {
      const stored = await this.#load();
      if (
        stored &&
        (await this.#ask(stored, () =>
          this.#http.delete(PATHS.me, { token: stored.token, proof: this.#proof }),
        )) === null
      )
        return;
      await this.#forget();
    });
  }

  /**
   * Signs the player out everywhere but here: programs that have stored them can ask for nothing as them any more. Seats that they have
   * taken stay theirs.
   * Refusals: `unauthorized` if no player is stored, `bad-token` if they were signed out here too, `proof-required`, `too-many-seats` with
   * `wait`.
   * @param request.seats whether programs lose the seats that they have tokens of, here too: of the latest 50 matches that go on. Join such a
   *   match again to take your seat back. Default `false`
   */
  signOutElsewhere(request: TokenRequest = {}): Promise<PlayerInfo> {
    return this.#alone(async () => {
      const player = await this.#http.post<Player>(ACCOUNT_PATHS.tokens, request, await this.#proven());
      this.#proof = null;
      return infoOf(await this.#save(player));
    });
  }

  /**
   * Signs the player out here: their tokens of this program are invalid, if the server answers, and forgotten. An account can sign in again; a
   * guest is lost.
   */
  signOut(): Promise<void> {
    return this.#alone(async () => {
      const stored = await this.#load();
      // Without an answer, `endSession` of another device ends them.
      if (stored) await this.#http.delete(ACCOUNT_PATHS.thisSession, { token: stored.token }).catch(() => {});
      await this.#forget();
    });
  }

  /**
   * Adds a passkey: the player can sign in with it on other devices, and is an account from now on. Resolves with recovery codes to be
   * kept on paper, if this is the account's first passkey; else with none.
   * Refusals: `proof-required` of an account, `bad-passkey`, `passkey-known`, `too-many-passkeys`, `too-many-sign-ins` with `wait`. What
   * `create` throws is thrown.
   * @param create asks the browser, as `startRegistration` of `@simplewebauthn/browser` does
   */
  async addPasskey(create: AskBrowser): Promise<readonly string[]> {
    await this.player();
    const options = await this.#http.post<PasskeyOptions>(
      ACCOUNT_PATHS.passkeyOptions,
      {},
      await this.#proven(),
    );
    const request: PasskeyRequest = { response: await create(options as never) };
    const { player, recoveryCodes } = await this.#http.post<PasskeyAdded>(
      ACCOUNT_PATHS.passkeys,
      request,
      await this.#proven(),
    );
    await this.#alone(() => this.#save(player));
    return recoveryCodes;
  }

  /**
   * Becomes the player who has a passkey.
   * Refusals: `unknown-passkey`, `bad-passkey`, `too-many-sign-ins` with `wait`. What `use` throws is thrown.
   * @param use asks the browser, as `startAuthentication` of `@simplewebauthn/browser` does
   */
  async signIn(use: AskBrowser): Promise<PlayerInfo> {
    const options = await this.#http.post<PasskeyOptions>(ACCOUNT_PATHS.signInOptions, {});
    return this.#signIn({ response: await use(options as never) });
  }

  /**
   * Becomes the player who has a recovery code, which is used up then.
   * Refusals: `bad-recovery-code`, `too-many-sign-ins` with `wait`.
   */
  recover(recoveryCode: string): Promise<PlayerInfo> {
    return this.#signIn({ recoveryCode });
  }

  /**
   * Proves with a passkey, for 5 minutes, that the person is there: an account needs that to change how it is signed in to (`proof-required`).
   * Signing in proves it too. This program alone knows the proof, and stores it nowhere.
   * Refusals: `no-account`, `unknown-passkey`, `bad-passkey`, `too-many-sign-ins` with `wait`. What `use` throws is thrown.
   * @param use as in `signIn`; the passkey has to check who uses it
   */
  async prove(use: AskBrowser): Promise<void> {
    const options = await this.#http.post<PasskeyOptions>(
      ACCOUNT_PATHS.proofOptions,
      {},
      await this.#token(),
    );
    await this.#prove({ response: await use(options as never) });
  }

  /**
   * Proves the same with a recovery code, which is used up then.
   * Refusals: `no-account`, `bad-recovery-code`, `too-many-sign-ins` with `wait`.
   */
  proveByCode(recoveryCode: string): Promise<void> {
    return this.#prove({ recoveryCode });
  }

  /**
   * Whether this program has proven within the last 4 minutes that the person is there. Prove it first otherwise: an account's events tell of
   * each change that is refused for want of a proof.
   */
  get isProven(): boolean {
    return this.#proof !== null && this.#settings.time.monotonic() - this.#provenAt < PROOF_USE;
  }

  /** Returns how the player can sign in. Refusals: `unauthorized` if none is stored. */
  async signInMeans(): Promise<SignInMeans> {
    return this.#http.getJson(ACCOUNT_PATHS.passkeys, await this.#token());
  }

  /**
   * Removes a passkey of the player: in 3 days, unless another one is older or at least 3 days old. Resolves with when it is removed, in ms since
   * 1970: until then it works, and `keepPasskey` keeps it; with `null` if it is removed.
   * Refusals: `proof-required`, `unknown-passkey`, `last-passkey`, `unauthorized` if no player is stored.
   */
  async removePasskey(id: string): Promise<number | null> {
    const path = pathOf(ACCOUNT_PATHS.passkey, id);
    const removal = await this.#http.delete<Partial<PasskeyRemoval>>(path, await this.#proven());
    return removal.removedAt ?? null;
  }

  /** Keeps a passkey whose removal waits. Refusals: `proof-required`, `unknown-passkey`, `unauthorized` if no player is stored. */
  async keepPasskey(id: string): Promise<void> {
    const path = pathOf(ACCOUNT_PATHS.passkeyRemoval, id);
    await this.#http.delete(path, await this.#proven());
  }

  /** Returns what happened to the player's account, the newest first. Refusals: `unauthorized` if no player is stored. */
  async accountEvents(): Promise<readonly AccountEvent[]> {
    return (await this.#http.getJson<AccountEvents>(ACCOUNT_PATHS.events, await this.#token())).events;
  }

  /** Returns where the player is signed in, the one last seen first. Refusals: `unauthorized` if no player is stored. */
  async sessions(): Promise<readonly PlayerSession[]> {
    return (await this.#http.getJson<PlayerSessions>(ACCOUNT_PATHS.sessions, await this.#token())).sessions;
  }

  /**
   * Signs another device out: its tokens are invalid. Seats that were taken there stay theirs; `signOutElsewhere` can end those too.
   * Refusals: `proof-required`, `unknown-session`, `unauthorized` if no player is stored.
   * @param id the session's
   */
  async endSession(id: string): Promise<void> {
    await this.#http.delete(pathOf(ACCOUNT_PATHS.session, id), await this.#proven());
  }

  /** Returns the tokens that the player made for programs, the newest first. Refusals: `unauthorized` if no player is stored. */
  async personalTokens(): Promise<readonly PersonalToken[]> {
    const { tokens } = await this.#http.getJson<PersonalTokens>(
      ACCOUNT_PATHS.personalTokens,
      await this.#token(),
    );
    return tokens;
  }

  /**
   * Makes a token for a program; creates the player if need be. `token` of what this resolves with is shown this once. It is a bearer token
   * for what `scopes` say: either `play`: create matches and take seats, as the player; or `bot`: the same as a bot account of the name; with
   * either `chat`: talk at those tables. It is valid until it is revoked, or the player signs out everywhere.
   * Refusals: `proof-required` of an account, `bad-request` with `field`, `too-many-personal-tokens`, `too-many-players` with `wait` of a bot
   * account, those of a name.
   */
  async createPersonalToken(request: PersonalTokenRequest): Promise<NewPersonalToken> {
    await this.player();
    return this.#http.post(ACCOUNT_PATHS.personalTokens, request, await this.#proven());
  }

  /** Makes a personal token invalid. Refusals: `unknown-personal-token`, `unauthorized` if no player is stored. */
  async revokePersonalToken(id: string): Promise<void> {
    await this.#http.delete(pathOf(ACCOUNT_PATHS.personalToken, id), await this.#token());
  }

  /**
   * Becomes the player of a personal token, for what its scopes say; with `bot`, the bot account.
   * Refusals: `bad-token`.
   */
  async useToken(token: string): Promise<PlayerInfo> {
    const player = await this.#http.getJson<Player>(PATHS.me, { token });
    return infoOf(await this.#alone(() => this.#save(player)));
  }

  /**
   * Returns the players whom the account mutes and blocks, the latest first; a guest has no such list.
   * Refusals: `no-account`, `unauthorized` if no player is stored.
   */
  async mutes(): Promise<MutedPlayers["players"]> {
    return (await this.#http.getJson<MutedPlayers>(ACCOUNT_PATHS.mutes, await this.#token())).players;
  }

  /**
   * Mutes players on all devices: programs that respect it do not show what they say. One who is `blocked` does not meet you by `quickPlay`
   * either, and asks you for no seat. They are not told. Returns all whom the account mutes.
   * Refusals: `no-account`, `too-many-mutes`, `bad-request` with `field`, `unauthorized` if no player is stored.
   * @param players at most 90; those who do not exist are left out
   */
  async mute(...players: MuteRequest["players"]): Promise<MutedPlayers["players"]> {
    const request: MuteRequest = { players };
    return (await this.#http.post<MutedPlayers>(ACCOUNT_PATHS.mutes, request, await this.#token())).players;
  }

  /** Neither mutes nor blocks a player any more. Returns as `mute`. Refusals: `no-account`, `unauthorized` if no player is stored. */
  async unmute(id: string): Promise<MutedPlayers["players"]> {
    const path = pathOf(ACCOUNT_PATHS.mute, id);
    return (await this.#http.delete<MutedPlayers>(path, await this.#token())).players;
  }

  /** Returns new recovery codes; the old ones are invalid. Refusals: `proof-required`, `no-account`, `unauthorized` if no player is stored. */
  async renewRecoveryCodes(): Promise<readonly string[]> {
    const { recoveryCodes } = await this.#http.post<RecoveryCodes>(
      ACCOUNT_PATHS.recoveryCodes,
      {},
      await this.#proven(),
    );
    return recoveryCodes;
  }

  /** Returns how the player is told that it is their turn. Refusals: `unauthorized` if none is stored. */
  async notices(): Promise<Notices> {
    return this.#http.getJson(NOTICE_PATHS.notices, await this.#token());
  }

  /**
   * Lets a browser show notices when it is the player's turn in a match by days; creates the player if need be.
   * Refusals: `no-push`, `bad-push` with `field`, `too-many-pushes` with `wait`.
   */
  async addPush(request: PushRequest): Promise<Notices> {
    await this.player();
    return this.#http.post(NOTICE_PATHS.pushes, request, await this.#token());
  }

  /** Lets a browser show no more notices. Refusals: `unknown-push`, `unauthorized` if no player is stored. */
  async removePush(id: string): Promise<void> {
    const path = pathOf(NOTICE_PATHS.push, id);
    return this.#http.delete(path, await this.#token());
  }

  /**
   * Sends the player e-mails when it is their turn in a match by days, once they have followed the link in the first one; creates the
   * player if need be.
   * Refusals: `proof-required` of an account, `no-mail`, `bad-mail`, `too-many-mails` with `wait`.
   */
  async setMail(request: MailRequest): Promise<Notices> {
    await this.player();
    return this.#http.post(NOTICE_PATHS.mail, request, await this.#proven());
  }

  /** Forgets the player's e-mail address. Refusals: `proof-required`, `unauthorized` if no player is stored. */
  async removeMail(): Promise<void> {
    return this.#http.delete(NOTICE_PATHS.mail, await this.#proven());
  }

  /** Confirms the e-mail address that a link with this token was sent to. Refusals: `bad-mail-token`. */
  async confirmMail(token: string): Promise<void> {
    await this.#http.post(`${NOTICE_PATHS.confirmMail}?token=${encodeURIComponent(token)}`, {});
  }

  /** Ends the e-mails to the address that a link with this token was sent to. Refusals: `bad-mail-token`. */
  async stopMail(token: string): Promise<void> {
    await this.#http.post(`${NOTICE_PATHS.stopMail}?token=${encodeURIComponent(token)}`, {});
  }

  /**
   * Requests a reservation as the stored player. Without one, or if the server does not know them any more, it has no player.
   * @internal
   */
  async reserve<Answer>(
    path: string,
    request: { readonly name?: string | undefined },
    options: Abortable,
  ): Promise<Answer> {
    const { name } = request;
    if (this.#needsPlayer && name !== undefined && !(await this.#usesToken())) {
      await this.#get(name, name).catch(() => {}); // the request below says what is wrong, if it concerns that too
    }
    const stored = await this.#load();
    const answer =
      stored &&
      (await this.#ask(stored, () =>
        this.#http.reserve<Answer>(path, request, { ...options, token: stored.token }),
      ));
    return answer ?? this.#http.reserve(path, request, options);
  }

  /**
   * Asks as the stored player. Refusals: `unauthorized` if none is stored.
   * @internal
   */
  async get<Answer>(path: string, options: Abortable): Promise<Answer> {
    return this.sendAs((http, as) => http.getJson<Answer>(path, as), options);
  }

  /**
   * Sends a request as the stored player. Refusals: as `get`.
   * @internal
   */
  async sendAs<Answer>(
    request: (http: HttpClient, as: RequestOptions) => Promise<Answer>,
    options: Abortable,
  ): Promise<Answer> {
    return request(this.#http, { ...options, ...(await this.#token()) });
  }

  /** The server's address. @internal */
  get server(): string {
    return this.#server;
  }

  /** The parts that all sessions share. @internal */
  get settings(): SessionSettings {
    return this.#settings;
  }

  /**
   * @param name the player's from now on; `null`: as it is
   * @param newName the name of a new guest
   */
  #get(name: string | null, newName: string): Promise<PlayerInfo> {
    return this.#alone(async () => {
      const stored = await this.#load();
      const found = stored && (await this.#find(stored, name));
      return infoOf(found ?? (await this.#create(newName)));
    });
  }

  async #signIn(means: ProofRequest): Promise<PlayerInfo> {
    const request: SignInRequest = { ...means, proof: true };
    const { proof = null, ...player } = await this.#http.post<SignedIn>(ACCOUNT_PATHS.signIn, request);
    this.#setProof(proof);
    return infoOf(await this.#alone(() => this.#save(player)));
  }

  async #prove(request: ProofRequest): Promise<void> {
    const { proof } = await this.#http.post<Proof>(ACCOUNT_PATHS.proofs, request, await this.#token());
    this.#setProof(proof);
  }

  #setProof(proof: string | null): void {
    this.#proof = proof;
    this.#provenAt = this.#settings.time.monotonic();
  }

  /** Whether the stored player is known by a personal token. */
  async #usesToken(): Promise<boolean> {
    const stored = await this.#load();
    return stored !== null && isPersonal(stored);
  }

  /** Returns the options of a request as the stored player; without a token if none is stored. */
  async #token(): Promise<{ readonly token: string | null }> {
    return { token: (await this.#load())?.token ?? null };
  }

  /** The same, with the proof that the person is there. */
  async #proven(): Promise<{ readonly token: string | null; readonly proof: string | null }> {
    return { ...(await this.#token()), proof: this.#proof };
  }

  #forget(): Promise<void> {
    this.#proof = null;
    return this.#stored((store) => store.delete(this.#server));
  }

  async #find(stored: StoredPlayer, name: string | null): Promise<Player | null> {
    const renames = name !== null && name !== stored.name;
    if (!renames && this.#renewed === stored.id) return stored;
    const player = await this.#ask(stored, () =>
      renames
        ? this.#http.patch<Player>(PATHS.me, { name }, { token: stored.token })
        : this.#http.getJson<Player>(PATHS.me, { token: stored.token }),
    );
    return player && this.#save(player);
  }

  /** Asks the server as a stored player; `null`: it does not know them any more, and neither does the store now. */
  async #ask<T>(stored: StoredPlayer, request: () => Promise<T>): Promise<T | null> {
    try {
      return await request();
    } catch (error) {
      if (!isLostPlayer(error)) throw error;
      if ((await this.#load())?.token === stored.token) await this.#forget();
      return null;
    }
  }

  async #create(name: string, bot = false): Promise<Player> {
    const request: PlayerRequest = bot ? { name, bot } : { name };
    const player = await this.#http.post<Player>(PATHS.players, request);
    this.#renewed = player.id;
    const stored = (await this.#stored((store) => store.add({ ...player, server: this.#server }))) ?? player;
    // Another tab, which cannot be locked out over plain HTTP, created one meanwhile. If this fails, the server deletes it later.
    if (stored.id !== player.id) await this.#http.delete(PATHS.me, { token: player.token }).catch(() => {});
    return stored;
  }

  async #save(player: Player): Promise<Player> {
    this.#renewed = player.id;
    await this.#stored((store) => store.save({ ...player, server: this.#server }));
    return player;
  }

  async #load(): Promise<StoredPlayer | null> {
    return (await this.#stored((store) => store.load(this.#server))) ?? null;
  }

  /** Calls the store. If that fails, the console says so, and the player may be lost. */
  async #stored<T>(call: (store: PlayerStore) => Promise<T>): Promise<T | undefined> {
    return call(this.#store).catch((error: unknown) => {
      console.error("player store failed", error);
      return undefined;
    });
  }

  /** Runs one task at a time, in this program and, if the store can tell, in all. */
  #alone<T>(task: () => Promise<T>): Promise<T> {
    const { lock } = this.#store;
    const run = () => (lock ? lock(this.#server, task) : task());
    const result = this.#last.then(run, run);
    this.#last = result;
    result.catch(() => {});
    return result;
  }
}

const pathOf = (path: string, id: string) => path.replace(":id", encodeURIComponent(id));

/** Whether a refusal means that the server does not know the player of a token. */
function isLostPlayer(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.field !== "authorization") return false;
  return error.code === "bad-token" || error.code === "expired-token";
}

const infoOf = ({ id, name, kind }: Player): PlayerInfo => ({ id, name, kind });
