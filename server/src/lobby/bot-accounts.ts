import { type Reservation, ROOMS } from "@flower-war/protocol";
import { BOT_LIMITS } from "@flower-war/protocol/server";
import type { OnlineBot } from "@flower-war/protocol/players";
import type { ListedRoom, MatchMaker } from "../cluster/match-maker.ts";
import { orUnavailable } from "../cluster/unavailable.ts";
import type { BotAccounts, SentChallenge } from "../match/bot-accounts.ts";
import { Queue } from "../queue.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { refuse, valueOf } from "../refusal.ts";
import type { Time } from "../time.ts";
import { type BotRoom, botRoomIdOf } from "./bot-room.ts";
import { reserve } from "./reserve.ts";

/** ms for which the list of bot accounts that are online is not read again: in a cluster, reading it reads all rooms. */
const LIST_LIFE = 1_000;

type ListedBot = ListedRoom<OnlineBot>;

/** The bot accounts that are online: those that have a room. */
export class OnlineBotAccounts implements BotAccounts {
  readonly #matchMaker: MatchMaker;
  readonly #time: Time;
  readonly #quotas: Quotas;
  readonly #creations = new Queue();
  #listed: { readonly bots: Promise<readonly OnlineBot[]>; readonly until: number } | null = null;

  constructor(matchMaker: MatchMaker, time: Time, quotas: Quotas) {
    this.#matchMaker = matchMaker;
    this.#time = time;
    this.#quotas = quotas;
  }

  /** Lists those that are online, by name, as they were a second ago or later. @throws `RefusalError` with `unavailable` */
  async list(): Promise<OnlineBot[]> {
    return (await this.#all()).slice(0, BOT_LIMITS.listed);
  }

  /** Reserves a place in the room of a bot account, which is online then. @throws `RefusalError` with `unavailable` */
  async reserve(bot: OnlineBot, address: string): Promise<Reservation> {
    const room = await this.#creations.run(async () => {
      const known = await this.#roomOf(bot.id);
      // Another process that creates it at the same time wins, and the next attempt finds its room.
      return known ?? orUnavailable(this.#matchMaker.createRoom<OnlineBot>(ROOMS.bot, { bot }));
    });
    return reserve(this.#matchMaker, room, { address });
  }

  async find(idOrName: string, address: string): Promise<OnlineBot> {
    const room = await this.#roomOf(idOrName);
    if (room?.metadata) return room.metadata;
    const named = async () => (await this.#all()).filter(({ name }) => name === idOrName);
    let found = await named();
    if (found.length === 0) {
      // It may have come online since the list was read.
      await this.#quotas.count("challenge-bot", { address });
      this.#listed = null;
      found = await named();
    }
    const [bot, ...others] = found;
    if (!bot) throw refuse("unknown-bot", { field: "bot" });
    if (others.length > 0) throw refuse("several-bots", { field: "bot" });
    return bot;
  }

  async challenge(bot: string, challenge: SentChallenge, address: string): Promise<void> {
    await this.#quotas.count("challenge-bot", { address });
    if (!(await this.#roomOf(bot))) throw refuse("unknown-bot", { field: "bot" });
    const room = this.#matchMaker.room<BotRoom>(botRoomIdOf(bot));
    valueOf(await orUnavailable(room("challenge", challenge)));
  }

  withdraw(bot: string, challenge: string): void {
    // One that cannot be reached forgets it by itself.
    this.#matchMaker
      .room<BotRoom>(botRoomIdOf(bot))("withdraw", challenge)
      .catch(() => {});
  }

  #roomOf(player: string): Promise<ListedBot | undefined> {
    return this.#matchMaker.findRoom<OnlineBot>(botRoomIdOf(player));
  }

  async #all(): Promise<readonly OnlineBot[]> {
    const now = this.#time.monotonic();
    if (this.#listed && now < this.#listed.until) return this.#listed.bots;
    const bots = this.#read();
    const listed = { bots, until: now + LIST_LIFE };
    this.#listed = listed;
    bots.catch(() => {
      if (this.#listed === listed) this.#listed = null;
    });
    return bots;
  }

  async #read(): Promise<readonly OnlineBot[]> {
    const rooms = await this.#matchMaker.listRooms<OnlineBot>({ name: ROOMS.bot });
    const bots = rooms.flatMap(({ metadata }) => metadata ?? []);
    return bots.map(({ id, name }) => ({ id, name })).toSorted(byName);
  }
}

const byName = (one: OnlineBot, other: OnlineBot) =>
  one.name.localeCompare(other.name, "en") || (one.id < other.id ? -1 : 1);
