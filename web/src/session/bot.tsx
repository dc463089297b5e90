import { readBotName } from "@flower-war/client-sdk/players";
import { Drawing } from "../art/drawing.tsx";
import { Medal } from "../design/parts/medal.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./bot.module.css";

/** Returns a name for where something beside it says that its bearer is a bot: `Ome Tochtli`. People's names stay as they are. */
export const bareName = (name: string): string => readBotName(name)?.name ?? name;

/** Returns a name for sentences, in which a bot is marked: `Ome Tochtli (bot)`. */
export function nameInText(name: string): string {
  const bot = readBotName(name);
  return bot === null ? name : i18n._("{name} (bot)", { name: bot.name });
}

/** Returns the name of a seat's player for sentences; the seat's own while it has none. */
export function nameAt(
  { seats }: { readonly seats: readonly { readonly seat: string; readonly name: string }[] },
  seat: string,
): string {
  return nameInText(seats.find((each) => each.seat === seat)?.name ?? seat);
}

/** Returns what a bot of this name is: its kind, if the name says it. */
export function botWords(name: string): string {
  switch (readBotName(name)?.kind) {
    case "easy":
      return i18n._("easy bot");
    case "skilled":
      return i18n._("skilled bot");
    case "strong":
      return i18n._("strong bot");
    case undefined:
      return i18n._("bot");
  }
}

/** The face of a bot: the day that it is named after. Decoration. People, and bots without a name of their own, have none. */
export function BotFace({ name }: { readonly name: string }) {
  const bot = readBotName(name);
  return bot === null ? null : (
    <Medal className={styles.face}>
      <Drawing sheet="signs" id={bot.day} />
    </Medal>
  );
}
