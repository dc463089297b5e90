/** What the tables of games from outside import as `@flower-war/game-frame` (docs/add-a-game.md, "A table of your own"). */
import type { GameTypes, Thing } from "@flower-war/client-sdk/own-games";
import type { ComponentProps } from "react";
import type { Button } from "../../../design/parts/button.tsx";
import { CommandButton as FrameButton } from "../../../game-frame/action/command-button.tsx";
import type { Table } from "../game-table.ts";
import { isSame } from "../own.ts";
import { useDrawnPart } from "../part.tsx";
import { OneThing, Things } from "../things.tsx";

export { Drawing, type Sheet } from "../../../art/drawing.tsx";
export { Button } from "../../../design/parts/button.tsx";
export { Panel, Unseen } from "../../../design/parts/panel.tsx";
export { Steps } from "../../../game-frame/action/action-frame.tsx";
export { Choice, Option } from "../../../game-frame/action/choice.tsx";
export { Figure } from "../../../game-frame/board/figure.tsx";
export { CardRow } from "../../../game-frame/hand/card-row.tsx";
export { cue, endCue, type Motion } from "../../../game-frame/motion/motions.ts";
export { ModalWindow } from "../../../game-frame/table/modal-window.tsx";
export { SeatSign } from "../../../session/seat-sign.tsx";
export type * from "../game-table.ts";
export { drawerOf } from "./drawer.tsx";

/** Returns the table that a part is drawn of, for components within it. */
export const useTable = <T extends GameTypes>(): Table<T> => useDrawnPart().table as unknown as Table<T>;

interface CommandButtonProps<T extends GameTypes> extends Omit<ComponentProps<typeof Button>, "onClick"> {
  /** `null`: something is still to be chosen. */
  readonly command: T["command"] | null;
}

/** A button that sends a command, with the command's words if it has no others. Shown disabled while the command is not legal. */
export function CommandButton<T extends GameTypes>({ command, children, ...button }: CommandButtonProps<T>) {
  const { table } = useDrawnPart();
  const legal = command === null ? null : (table.legal.find((each) => isSame(each, command)) ?? null);
  return (
    <FrameButton {...button} command={legal} sending={table}>
      {children ?? (command === null ? null : table.words.command(command))}
    </FrameButton>
  );
}

/** A thing as the page draws it: with a `command` that is legal it is a button. */
export function DrawnThing<T extends GameTypes>({ thing }: { readonly thing: Thing<T> }) {
  const { part } = useDrawnPart();
  return <OneThing {...part} thing={thing} />;
}

interface DrawnZoneProps<T extends GameTypes> {
  readonly name: string;
  /** Whose; left out: the table's. */
  readonly seat?: T["seat"];
}

/** The things of one of the zones of `show`, as the page draws them; nothing if it is not there. */
export function DrawnZone<T extends GameTypes>({ name, seat }: DrawnZoneProps<T>) {
  const { part, zones } = useDrawnPart();
  const zone = zones.find((each) => each.name === name && each.seat === seat);
  return zone === undefined ? null : <Things {...part} zone={zone} />;
}
