import { isPlayer, type TableSeat } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import { seatName, seatShape } from "./seat-names.ts";

/** Returns a seat in a few words: its name or shape, and who is there. */
export function describeSeat({ seat, kind, connected, temple, host }: TableSeat, own: boolean): string {
  const shape = seatShape(seat);
  if (kind === "open") {
    return shape === null ? i18n._("free") : i18n._("free, {shape}", { shape });
  }
  const facts = [
    seatName(seat),
    own ? i18n._("you") : null,
    host ? i18n._("host") : null,
    kind === "bot" || kind === "bot-account" ? i18n._("bot") : null,
    isPlayer(kind) && !connected ? i18n._("away") : null,
    temple === "" ? null : i18n._("with a temple"),
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}

/** Returns which dot stands for a player's connection. */
export function dotKind({ kind, connected }: Pick<TableSeat, "kind" | "connected">): "on" | "off" | "bot" {
  if (isPlayer(kind) && !connected) return "off";
  return kind === "human" ? "on" : "bot";
}
