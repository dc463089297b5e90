import type { OnlineBot, ReceivedChallenge } from "@flower-war/protocol/players";

/** A challenge on its way to a bot account. It passes between processes, so that it is JSON. */
export interface SentChallenge extends ReceivedChallenge {
  /** The id of the match's room, which gets the answer. */
  readonly roomId: string;
}

/** The bot accounts that are online, in whichever process they are connected, as matches need them. */
export interface BotAccounts {
  /**
   * Finds a bot account by its id or its name.
   * @param address of who looks for it
   * @throws `RefusalError` with `unknown-bot`, `several-bots`, `too-many-challenges` with a wait, or `unavailable`
   */
  find(idOrName: string, address: string): Promise<OnlineBot>;
  /**
   * Shows a challenge to a bot account.
   * @param address of who challenges
   * @throws `RefusalError` with `too-many-challenges` and a wait, `unknown-bot`, `bot-busy` or `unavailable`
   */
  challenge(bot: string, challenge: SentChallenge, address: string): Promise<void>;
  /** Takes back a challenge that is no longer open. If the bot cannot be reached, it expires there by itself. */
  withdraw(bot: string, challenge: string): void;
}
