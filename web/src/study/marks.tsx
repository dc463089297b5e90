import type { StudyContent } from "@flower-war/client-sdk/study";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
} from "react";
import { Unseen } from "../design/parts/panel.tsx";
import { actionOfKey } from "../replay/player.ts";
import { i18n } from "../texts/index.ts";
import styles from "./marks.module.css";
import { PersonSign } from "./person-sign.tsx";
import { type Place, placesOn } from "./places.ts";
import { personName } from "./words.ts";
import { colourOf } from "./colours.ts";

type Mark = StudyContent["marks"][number];

interface Props {
  /** Those of the shown position. */
  readonly marks: readonly Mark[];
  /** The viewer's id. */
  readonly viewer: string;
  /** Called with a place that was pressed; `null`: nothing can be marked now. */
  readonly onPress: ((place: string) => void) | null;
}

/** The marks on a board as rings in their authors' colours; while the viewer marks, each place is a button. It lies over the board. */
export function Marks({ marks, viewer, onPress }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const places = usePlaces(layer);
  const shown = places.map((place) => ({ place, by: marks.filter((mark) => mark.place === place.name) }));
  return (
    <div ref={layer} className={styles.layer}>
      {shown.flatMap(({ place, by }) =>
        by.map((mark, i) => <Ring key={mark.id} place={place} mark={mark} index={i} />),
      )}
      {onPress === null ? null : (
        <div role="group" aria-label={i18n._("Places to mark")} onKeyDown={walk}>
          {shown.map(({ place, by }, i) => (
            <button
              key={place.name}
              type="button"
              className={styles.place}
              style={boxOf(place, 0)}
              tabIndex={i === 0 ? 0 : -1}
              aria-pressed={by.some((mark) => mark.by.player === viewer)}
              title={place.label}
              onClick={() => onPress(place.name)}
              onFocus={({ currentTarget }) => beTabbed(currentTarget)}
            >
              <Unseen>{labelOf(place, by)}</Unseen>
            </button>
          ))}
        </div>
      )}
      <Unseen>{onPress === null ? describeMarks(shown) : null}</Unseen>
    </div>
  );
}

function Ring({
  place,
  mark,
  index,
}: {
  readonly place: Place;
  readonly mark: Mark;
  readonly index: number;
}) {
  return (
    <span
      className={styles.ring}
      data-colour={colourOf(mark.by.player)}
      style={boxOf(place, index * 5)}
      aria-hidden="true"
    >
      <span className={styles.sign} style={{ rotate: `${index * 50}deg` }}>
        <span style={{ rotate: `${index * -50}deg` }}>
          <PersonSign person={mark.by} />
        </span>
      </span>
    </span>
  );
}

const boxOf = ({ x, y, radius }: Place, more: number) => ({
  left: x - radius - more,
  top: y - radius - more,
  width: 2 * (radius + more),
  height: 2 * (radius + more),
});

/** A place with who marked it, in words. */
function labelOf({ label }: Place, by: readonly Mark[]): string {
  if (by.length === 0) return label;
  return i18n._("{place}, marked by {who}", {
    place: label,
    who: by.map((mark) => personName(mark.by)).join(", "),
  });
}

/** All marks in words, for people who do not see the rings. */
function describeMarks(shown: readonly { readonly place: Place; readonly by: readonly Mark[] }[]): string {
  return shown
    .filter(({ by }) => by.length > 0)
    .map(({ place, by }) => `${labelOf(place, by)}.`)
    .join(" ");
}

/** Makes a place the one that Tab reaches. */
function beTabbed(place: HTMLElement): void {
  for (const each of place.parentElement?.children ?? [])
    (each as HTMLElement).tabIndex = each === place ? 0 : -1;
}

const WAYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Goes from place to place by the arrows, Home and End. No key of the dock does there what it does elsewhere. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const places = [...event.currentTarget.children] as HTMLElement[];
  const to = placeAfter(event, places.indexOf(event.target as HTMLElement), places.length);
  if (to === null) return;
  event.preventDefault();
  places[to]?.focus();
}

/** Returns which of the places is gone to; `null`: the key is free for the browser. The space bar presses a place. */
export function placeAfter(
  event: Pick<KeyboardEvent, "key" | "shiftKey">,
  at: number,
  count: number,
): number | null {
  if (event.key === "Home") return 0;
  if (event.key === "End") return count - 1;
  const way = WAYS[event.key];
  if (way !== undefined) return (at + way + count) % count;
  return event.key === " " || actionOfKey(event) === null ? null : at;
}

/** Measures the places of the board below a layer: when something is drawn, and when its size changes. */
function usePlaces(layer: RefObject<HTMLElement | null>): readonly Place[] {
  const [places, show] = useReducer(newer, []);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- any drawing may move a place; what has not moved changes nothing
  useLayoutEffect(() => show(placesBelow(layer.current)));
  const onResize = useEffectEvent(() => show(placesBelow(layer.current)));
  useEffect(() => {
    if (layer.current === null) return undefined;
    const observer = new ResizeObserver(() => onResize());
    observer.observe(layer.current);
    return () => observer.disconnect();
  }, [layer]);
  return places;
}

const placesBelow = (layer: HTMLElement | null): readonly Place[] =>
  layer?.parentElement ? placesOn(layer.parentElement) : [];

/** Keeps what was measured before if nothing has changed, so that nothing is drawn again. */
const newer = (before: readonly Place[], found: readonly Place[]): readonly Place[] =>
  JSON.stringify(before) === JSON.stringify(found) ? before : found;
