import type { Command } from "@flower-war/client-sdk/flower-war";
import { focusFirst, focusLog, useKeys } from "../../base/use-keys.ts";
import type { FlowerWarScene } from "./scene.ts";
import type { Handling } from "./table-state.ts";
import type { Windows } from "./use-windows.ts";

/** The keys of the table. Each works exactly while its command is legal. */
export function useTableKeys(
  { legal, view, connection }: FlowerWarScene,
  handling: Handling,
  windows: Windows,
): void {
  const connected = connection === null || connection === "connected";
  const sends = (wanted: (command: Command) => boolean) => {
    const command = connected ? legal.find(wanted) : undefined;
    return command === undefined ? undefined : () => handling.send(command);
  };
  const trade = connected && legal.some(({ type }) => type === "trade");
  useKeys({
    r: sends(({ type }) => type === "roll"),
    t: sends((command) => command.type === "sacrifice" && command.god === "tlaloc"),
    h: sends((command) => command.type === "sacrifice" && command.god === "huitzilopochtli"),
    o: trade ? () => handling.point({ question: "trade" }) : undefined,
    e: sends(({ type }) => type === "end-turn"),
    p: sends(({ type }) => type === "pass"),
    escape: handling.card === null ? undefined : () => handling.point({ card: null, pick: {} }),
    home: () => focusFirst("[data-space][tabindex='0']"),
    l: focusLog,
    "?": () => windows.show({ help: true }),
    ...Object.fromEntries(
      view.hand.slice(0, 9).map(({ id }, index) => [String(index + 1), () => handling.chooseCard(id)]),
    ),
  });
}
