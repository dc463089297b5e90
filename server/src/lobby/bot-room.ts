import { Room } from "@colyseus/core";
import { DECLINE_REASONS } from "@flower-war/protocol";
import { BotState, type BotRequests, ChallengeState, type OnlineBot } from "@flower-war/protocol/players";
import { BOT_LIMITS } from "@flower-war/protocol/server";
import { z } from "zod";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { SentChallenge } from "../match/bot-accounts.ts";
import type { MatchCalls } from "../match/room.ts";
import type { Ports } from "../ports.ts";
import { type Result, refuse } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { answerRequests, findNamed, handle, type RequestHandler } from "../wire/requests.ts";

interface BotRoomServices extends Pick<Ports, "time" | "log"> {
  readonly matchMaker: MatchMaker;
}

const DECLINE = z.object({ id: z.string().max(64), reason: z.enum(DECLINE_REASONS) });

/** Returns the id of a bot account's room, of which there is one in all processes. @param player the bot's id */
export function botRoomIdOf(player: string): string {
  return `bot-${player}`;
}

/**
 * Where a bot account is online: its clients see the challenges that are open to it. It closes when the last one has left.
 *
 * Every change of the synced state is followed by `broadcastPatch()` in the same tick (docs/colyseus.md, "Joining with pending
 * changes").
 */
export class BotRoom extends Room<{ state: BotState; metadata: OnlineBot }> {
  override patchRate = PATCH_ON_DEMAND;
  // oxlint-disable-next-line walls/definite -- set by onCreate, which Colyseus calls before anything else
  #services!: BotRoomServices;
  readonly #open = new Map<string, { readonly roomId: string; readonly cancel: Cancel }>();

  /** Clients join only with a reservation issued over HTTP, which does not call this. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  override onCreate({ services, bot }: { services: BotRoomServices; bot: OnlineBot }): void {
    const log = services.log.child({ bot: bot.id });
    this.#services = services;
    this.roomId = botRoomIdOf(bot.id);
    this.metadata = bot;
    this.state = new BotState();
    const handlers = {
      decline: handle(log, DECLINE, async (_client, { id, reason }) => {
        await this.#decline(id, reason);
        return {};
      }),
    } satisfies { [K in keyof BotRequests]: RequestHandler<BotRequests[K]["answer"]> };
    answerRequests(this, (type) => findNamed(handlers, type));
  }

  override onDispose(): void {
    for (const id of this.#open.keys()) this.withdraw(id);
  }

  // Called by matches of any process, so they return JSON.

  /** Shows a challenge. Refuses it with `bot-busy` if too many are open. */
  challenge({ roomId, ...challenge }: SentChallenge): Result<null> {
    if (this.#open.size >= BOT_LIMITS.perBot) return { refusal: refuse("bot-busy").body };
    const { id } = challenge;
    // The match withdraws it, unless its process ends before.
    const cancel = this.#services.time.after(BOT_LIMITS.open, () => this.withdraw(id));
    this.#open.set(id, { roomId, cancel });
    this.state.challenges.set(id, new ChallengeState().assign(challenge));
    this.broadcastPatch();
    return { value: null };
  }

  /** Removes a challenge that is no longer open. */
  withdraw(id: string): void {
    this.#open.get(id)?.cancel();
    if (!this.#open.delete(id)) return;
    this.state.challenges.delete(id);
    this.broadcastPatch();
  }

  async #decline(id: string, reason: z.output<typeof DECLINE>["reason"]): Promise<void> {
    const open = this.#open.get(id);
    if (!open) return;
    // If the match's process is gone, so is the challenge.
    await this.#services.matchMaker
      .room<MatchCalls>(open.roomId)("declineChallenge", id, reason)
      .catch(() => {});
    this.withdraw(id);
  }
}
