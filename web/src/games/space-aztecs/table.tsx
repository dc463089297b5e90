import { CommandButton } from "../../game-frame/action/command-button.tsx";
import { drawnScene, reachedView } from "../../game-frame/scene.ts";
import { useSideSheet, useSmallBoard } from "../../game-frame/table/use-narrow.ts";
import { i18n } from "../../texts/index.ts";
import { Inspector } from "./cards.tsx";
import { arePilesEmpty, placeOf } from "./cities.ts";
import { Dial } from "./dial.tsx";
import type { Handling, LookedAtPart, TablePart } from "./handling.ts";
import { useReveal } from "./reveal.ts";
import { Reveal } from "./reveal-window.tsx";
import { tipOf } from "../../game-frame/game-texts.ts";
import corner from "../../game-frame/board/note.module.css";
import styles from "./table.module.css";
import { readerFor, say, type SpaceAztecsScene, texts } from "./texts.ts";
import {
  conditionSentence,
  firstUnmet,
  placeName,
  PLACES,
  saucerLimit,
  type Table,
  takeConditions,
} from "@flower-war/client-sdk/space-aztecs";
import { Drawing } from "../../art/drawing.tsx";
import { Medal } from "../../design/parts/medal.tsx";
import { Panel } from "../../design/parts/panel.tsx";
import { placeArt } from "./card-art.ts";

/** The sundial as the viewer handles it, or to look at. */
export function BoardPart({ scene, handling }: LookedAtPart) {
  const small = useSmallBoard();
  if (handling === null) return <Dial table={scene.view.table} reader={readerFor(scene)} small={small} />;
  return <TableBoard scene={scene} handling={handling} />;
}

/** The sundial on which places are selected, and piles taken. */
function TableBoard({ scene, handling }: Pick<TablePart, "scene" | "handling">) {
  const openSide = useSideSheet();
  const onSelect = (place: number) => {
    handling.point({ place });
    if (handling.places.size === 0) openSide();
  };
  return (
    <div className={styles.board}>
      <Dial
        table={drawnScene(scene).view.table}
        reader={readerFor(scene)}
        small={useSmallBoard()}
        targets={handling.places}
        selected={selectedPlace(scene, handling)}
        onSelect={onSelect}
      />
    </div>
  );
}

/** The selected place, or the viewer's own; `null`: they hold none. */
function selectedPlace({ view }: SpaceAztecsScene, { place }: Handling): number | null {
  return place ?? placeOf(view.table, view.seat);
}

/** The selected place in words. */
export function Side({ scene, drawn, handling }: TablePart) {
  const place = selectedPlace(scene, handling);
  return place === null ? <span /> : <PlacePanel scene={drawn} place={place} />;
}

/** The windows over the table: the called times, a card to read. */
export function Windows({ scene, handling }: TablePart) {
  const revealing = useReveal({ ...scene, view: reachedView(scene) });
  const { reading, point } = handling;
  return (
    <>
      {revealing.reveal !== null ? (
        <Reveal scene={scene} reveal={revealing.reveal} from={revealing.from} onClose={revealing.close} />
      ) : null}
      {reading === null ? null : (
        <Inspector
          scene={scene}
          card={reading}
          actions={<ReadingAction scene={scene} handling={handling} card={reading} />}
          onClose={() => point({ reading: null })}
        />
      )}
    </>
  );
}

interface ReadingProps extends Pick<TablePart, "scene" | "handling"> {
  readonly card: string;
}

/** Sends the card that is read, if it can be chosen now. */
function ReadingAction({ scene, handling, card }: ReadingProps) {
  const command = scene.legal.find((each) => each.type === "choose" && each.card === card);
  if (command === undefined) return null;
  return (
    <CommandButton command={command} sending={handling} tone="gold">
      {i18n._("Set it aside, for good")}
    </CommandButton>
  );
}

interface PlacePanelProps {
  readonly scene: SpaceAztecsScene;
  /** The number of the place, 1-8. */
  readonly place: number;
}

/** A place in words: how many cards its pile has, who holds it, and whether it can be taken. */
function PlacePanel({ scene, place }: PlacePanelProps) {
  const { view, seat, people } = scene;
  const name = placeName(place, texts());
  const { heldBy = null } = view.table.places[place - 1] ?? {};
  const own = heldBy !== null && heldBy === seat;
  const reader = readerFor({ seat, people });
  const unmet = firstUnmet(takeConditions(view, place));
  return (
    <Panel title={i18n._("Place {name}", { name })} quiet className={styles.side}>
      <div className={styles.head}>
        <Medal>
          <Drawing {...placeArt(place)} />
        </Medal>
        <div>
          <h3>{name}</h3>
          <p>{pileWords(view.table, place, own)}</p>
        </div>
      </div>
      {own ? (
        <p>
          {i18n._("Only you see them, until you choose.")}{" "}
          <b className={styles.strong}>{i18n._("Remember what you leave:")}</b>{" "}
          {i18n._("the next holder finds it.")}
        </p>
      ) : (
        <p>
          {unmet === null
            ? i18n._("You can take this pile now.")
            : say(conditionSentence(unmet, texts(), reader))}{" "}
          {view.table.phase === "over" ? null : texts().things.pile.about}
        </p>
      )}
    </Panel>
  );
}

function pileWords({ places }: Table, place: number, own: boolean): string {
  const cards = places[place - 1]?.cards ?? 0;
  return own
    ? i18n._("{cards, plural, one {your pile, # card} other {your pile, # cards}}", { cards })
    : i18n._("{cards, plural, one {# card} other {# cards}}", { cards });
}

/** What stands in the dial's corners: the round, how near the end is, and what the backs mean. */
export function Notes({ scene }: { scene: SpaceAztecsScene }) {
  const { table } = scene.view;
  return (
    <>
      <Round table={table} />
      <SaucersLeft table={table} />
      <LowPile table={table} />
      <Legend />
    </>
  );
}

function Round({ table: { round, phase, seats, chosen, places } }: { table: Table }) {
  const holding = places.filter(({ heldBy }) => heldBy !== null).length;
  return (
    <div className={`${corner.note} ${corner.topLeft} ${styles.note}`} data-note="round">
      <span>{i18n._("Round {round}", { round })}</span>
      {phase === "choose" ? (
        <>
          <strong>{i18n._("{chosen} of {seats}", { chosen: chosen.length, seats: seats.length })}</strong>
          <span>{i18n._("have chosen")}</span>
        </>
      ) : null}
      {phase === "take" ? (
        <>
          <strong>{i18n._("{holding} of {seats}", { holding, seats: seats.length })}</strong>
          <span>{i18n._("have a pile")}</span>
        </>
      ) : null}
    </div>
  );
}

function SaucersLeft({ table }: { table: Table }) {
  const left = saucerLimit(table) - table.saucersPlayed;
  return (
    <div
      className={`${corner.note} ${corner.topRight} ${styles.note}`}
      data-tip={tipOf(texts().things["saucer-limit"])}
    >
      {left <= 0 || arePilesEmpty(table) ? (
        <strong>{i18n._("the last round")}</strong>
      ) : (
        <>
          <strong>{i18n._("{left, plural, one {# saucer} other {# saucers}}", { left })}</strong>
          <span>{i18n._("to the end of the world")}</span>
        </>
      )}
    </div>
  );
}

/** The smallest pile, for two empty ones end the match. */
function LowPile({ table: { places } }: { table: Table }) {
  const [lowest] = PLACES.map((_, index) => ({
    place: index + 1,
    cards: places[index]?.cards ?? 0,
  })).toSorted((a, b) => a.cards - b.cards);
  if (lowest === undefined) return null;
  return (
    <div className={`${corner.note} ${corner.bottomLeft} ${styles.note} ${styles.low}`}>
      <strong>
        {i18n._("{place}: {cards}", { place: placeName(lowest.place, texts()), cards: lowest.cards })}
      </strong>
      <span>{i18n._("two empty piles end it too")}</span>
    </div>
  );
}

/** Decoration: what the places say is in their labels. */
function Legend() {
  return (
    <div
      className={`${corner.note} ${corner.bottomRight} ${styles.note} ${styles.legend}`}
      aria-hidden="true"
    >
      <span>
        <svg viewBox="0 0 28 36">
          <rect className={styles.back} x="2" y="2" width="24" height="32" rx="4" />
          <path className={styles.diamond} d="M14 10L20 18L14 26L8 18Z" />
        </svg>
        {i18n._("free pile")}
      </span>
      <span>
        <svg viewBox="0 0 28 36">
          <rect className={styles.away} x="2" y="2" width="24" height="32" rx="4" />
        </svg>
        {i18n._("in a hand")}
      </span>
    </div>
  );
}
