import type { GameName, Match, SeatInfo } from "@flower-war/client-sdk";
import { useMemo, useSyncExternalStore } from "react";
import { Store } from "../base/store.ts";
import { isPlayedByServer, type Scene, type SceneActions, type SceneTemple } from "./scene.ts";

/** Renders again whenever the match or its connection changes; what is rendered is read from the match itself. */
export function useMatch<G extends GameName>(match: Match<G>): void {
  changesOf(match).use();
}

const counted = new WeakMap<object, Store<number>>();

/**
 * Returns the changes of a match, counted from the first request: between a component's rendering and its
 * subscription some may come, which a count that begins with the subscription would miss.
 */
export function changesOf<G extends GameName>(match: Match<G>): Store<number> {
  const known = counted.get(match);
  if (known !== undefined) return known;
  const count = new Store(0);
  const changed = () => count.set(count.get() + 1);
  for (const event of ["change", "dropped", "resumed", "ended"] as const) match.on(event, changed);
  counted.set(match, count);
  return count;
}

/** Returns the scene of a live match as it stands; `null` while the match is gathering. Renders again with every change. */
export function useScene<G extends GameName>(match: Match<G>): Scene<G> | null {
  const scenes = useMemo(() => scenesOf(match), [match]);
  return useSyncExternalStore(scenes.subscribe, scenes.scene);
}

/** The scenes of a live match, as a store of the latest one. */
function scenesOf<G extends GameName>(match: Match<G>) {
  const changes = changesOf(match);
  let scene = sceneOf(match);
  let count = changes.get();
  return {
    subscribe: changes.subscribe,
    scene: () => {
      if (count !== changes.get()) scene = sceneOf(match);
      count = changes.get();
      return scene;
    },
  };
}

/**
 * Returns the scene of a match as it stands. While the server plays for the viewer's seat, no decision is shown as theirs.
 */
export function sceneOf<G extends GameName>(match: Match<G>): Scene<G> | null {
  const { game, view, seat, seats, clock, connection } = match;
  if (view === null) return null;
  const away = isPlayedByServer(match);
  return {
    game,
    view,
    seat,
    people: seats,
    awaiting: away ? match.awaiting.filter((awaited) => awaited.seat !== seat) : match.awaiting,
    legal: away ? [] : match.legal(),
    clock,
    connection,
    temple: templeOf(seats.find((person) => person.seat === seat)),
  };
}

/**
 * Returns what a table can ask of a live match.
 * @param onPlay called before each command; default: nothing is
 */
export function actionsOf<G extends GameName>(match: Match<G>, onPlay = () => {}): SceneActions<G> {
  return {
    play:
      match.seat === null
        ? null
        : async (command) => {
            onPlay();
            await match.send(command);
          },
    serverTime: () => match.serverTime,
  };
}

function templeOf(own: SeatInfo | undefined): SceneTemple | null {
  if (own === undefined || own.temple === "") return null;
  return {
    id: own.temple,
    online: own.templeOnline,
    debt: { huitzilopochtli: own.fixH, tlaloc: own.fixT },
  };
}
