import type { GamePage, GameTypes } from "@flower-war/client-sdk/own-games";
import type { ReactNode } from "react";
import { i18n } from "../../../texts/index.ts";
import type { GameTable } from "../game-table.ts";
import { type ActingPart, Own, type OwnScene } from "../own.ts";
import { OwnPart } from "../part.tsx";

/**
 * Returns a function that draws all parts of a table, for tests: each as the page draws it, at once, and with nothing around them. Any renderer of React
 * takes what it gives. What a part throws reaches the renderer.
 */
export async function drawerOf<T extends GameTypes>(
  page: GamePage<T>,
  table: GameTable<T>,
): Promise<(view: T["view"], viewer: T["seat"] | null, seats: readonly T["seat"][]) => ReactNode> {
  if (i18n.locale === "") i18n.loadAndActivate({ locale: "en", messages: {} });
  const own = await Own.of(page, table as unknown as GameTable);
  return (view, viewer, seats) => <Parts own={own} scene={sceneOf(own, view, viewer, seats)} />;
}

function sceneOf(
  { page: { game } }: Own,
  view: object,
  seat: string | null,
  seats: readonly string[],
): OwnScene {
  return {
    game: game.name,
    view,
    seat,
    people: seats.map((each) => ({
      seat: each as OwnScene["people"][number]["seat"],
      name: "",
      kind: "bot",
      connected: true,
    })),
    awaiting: game.awaiting(view),
    legal: seat === null ? [] : game.legal(view, seat),
    clock: null,
    connection: null,
  };
}

function Parts({ own, scene }: { readonly own: Own; readonly scene: OwnScene }) {
  const handling = { busy: false, refusal: null, send: () => undefined };
  const part: ActingPart = { scene, drawn: scene, handling, serverTime: () => 0 };
  const isAsked = scene.awaiting.some(({ seat }) => seat === scene.seat);
  const names = [
    "Board",
    "Side",
    "Windows",
    ...(scene.seat === null ? [] : (["Hand"] as const)),
    ...(isAsked ? (["Decision"] as const) : []),
  ] as const;
  return (
    <>
      {names.map((name) => (
        <OwnPart key={name} own={own} part={part} name={name} plain={null} />
      ))}
      {scene.people.map(({ seat }) => (
        <OwnPart key={seat} own={own} part={part} name="Seat" of={seat} plain={null} />
      ))}
    </>
  );
}
