import type { God } from "@flower-war/client-sdk/flower-war";
import { type ComponentProps, useCallback, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../../design/parts/button.tsx";
import { Tips } from "../../design/parts/tip.tsx";
import { ShownEventsContext } from "../../game-frame/log/shown-events.ts";
import { drawnScene } from "../../game-frame/scene.ts";
import { useSideSheet, useSmallBoard } from "../../game-frame/table/use-narrow.ts";
import { i18n } from "../../texts/index.ts";
import { laterPart } from "../../texts/lazy-part.tsx";
import { BattleWindow } from "./battle-window.tsx";
import { ownBattle } from "./battle-words.ts";
import { Board } from "./board/board.tsx";
import { type Reach, reachOf } from "./board/signs.ts";
import { Hand, LingeringCards } from "./hand/hand.tsx";
import { playabilityOf } from "./hand/playability.ts";
import { canUse, type LookedAtPart, type TablePart } from "./handling.ts";
import { spaceToShow } from "./side.tsx";
import styles from "./table.module.css";
import { readerFor } from "./texts.ts";

const NewsWindow = laterPart(async () => (await import("./news-window.tsx")).NewsWindow, "games/flower-war");

/* Windows that a press opens: they are loaded behind the table, so that they are there when the server is not. */

const Inspector = laterPart(async () => (await import("./hand/inspector.tsx")).Inspector, "games/flower-war");

const PlayedLast = laterPart(
  async () => (await import("./hand/played-last.tsx")).PlayedLast,
  "games/flower-war",
);

const Questions = laterPart(async () => (await import("./questions.tsx")).Questions, "games/flower-war");

/** The board as the viewer handles it, or to look at. */
export function BoardPart({ scene, handling }: LookedAtPart) {
  const small = useSmallBoard();
  if (handling === null) return <Board table={scene.view.table} reader={readerFor(scene)} small={small} />;
  return <TableBoard scene={scene} handling={handling} />;
}

const NOWHERE = new Map<number, Reach>();

/** The board on which spaces are selected, targets chosen, skulls offered. */
function TableBoard({ scene, handling }: Pick<TablePart, "scene" | "handling">) {
  const { view, legal, seat } = scene;
  const { awaiting } = view.table;
  const moving = awaiting?.seat === seat && (awaiting?.decision === "roll" || awaiting?.decision === "move");
  const offers = new Set(legal.flatMap((command) => (command.type === "sacrifice" ? [command.god] : [])));
  const onGod = useStable((god: God) => {
    if (handling.targets.gods.has(god)) handling.pickGod(god);
    else handling.send({ type: "sacrifice", god });
  });
  const drawn = drawnScene(scene);
  const openSide = useSideSheet();
  const onSpace = useStable((space: number) => {
    const { spaces, seats } = handling.targets;
    handling.pickSpace(space);
    if (spaces.size + seats.size === 0) openSide();
  });
  return (
    <div className={styles.board}>
      <Board
        table={drawn.view.table}
        reader={readerFor(scene)}
        small={useSmallBoard()}
        reach={handling.held === null ? reachOf(moving ? view : drawn.view, legal) : NOWHERE}
        moving={moving}
        targets={handling.targets}
        picked={handling.pick}
        offers={offers}
        selected={handling.space ?? spaceToShow(drawn)}
        onSpace={onSpace}
        onSeat={useStable(handling.pickSeat)}
        onGod={onGod}
      />
    </div>
  );
}

/** The same function from one drawing to the next, which calls the newest one. For props of memoized components. */
function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}

/** What watchers see in place of a hand: of a live match the cards that were played last, else those that lie on the board and act. */
function WatchedCards(props: ComponentProps<typeof LingeringCards>) {
  return useContext(ShownEventsContext) === null ? <LingeringCards {...props} /> : <PlayedLast {...props} />;
}

/** Returns the viewer's cards; for watchers, who hold none, those of others. `null`: they have none, and the match is over. */
export function hand({ scene, drawn, handling }: TablePart) {
  const { seat, hand: cards } = scene.view;
  if (seat === null) {
    return <WatchedCards scene={drawn} onCard={(card) => handling.point({ reading: { card, id: null } })} />;
  }
  return cards.length === 0 && scene.awaiting.length === 0 ? null : (
    <Hand
      hand={cards}
      playability={playabilityOf(scene)}
      chosen={handling.card}
      onCard={handling.chooseCard}
    />
  );
}

/** The windows over the table: a battle and its result, a card to read, a question. */
export function Windows(props: TablePart) {
  const { scene, drawn, handling } = props;
  const { windows } = handling;
  const battle = ownBattle(scene.view);
  // The pawn arrives before the window opens.
  const isDrawn = drawn.view.table.battle !== null;
  // The panel that brings a disconnected player back would lie behind the window.
  const isGone = scene.connection === "gone";
  const { spaces, seats, gods } = handling.targets;
  // What is chosen on the board must not be covered.
  const [news] = windows.news;
  useEffect(() => {
    Promise.all([Inspector.load(), Questions.load()]).catch(() => {}); // they are loaded when they are opened
  }, []);
  const choosesOnBoard = spaces.size + seats.size + gods.size > 0;
  return (
    <Tips>
      {battle !== null && isDrawn && !isGone && windows.battle ? (
        <BattleWindow {...props} battle={battle} onClose={() => windows.show({ battle: false })} />
      ) : null}
      <div role="status">
        {news === undefined || choosesOnBoard ? null : (
          <NewsWindow
            scene={scene}
            news={news}
            onClose={() => windows.show({ news: windows.news.slice(1) })}
          />
        )}
      </div>
      {handling.question === null ? null : <Questions scene={scene} handling={handling} />}
      <Reading {...props} />
    </Tips>
  );
}

function Reading({ scene, handling }: Pick<TablePart, "scene" | "handling">) {
  const { reading } = handling;
  if (reading === null) return null;
  const { hand } = scene.view;
  const place = hand.findIndex(({ id }) => id === reading.id);
  const step = (places: 1 | -1) => {
    const next = hand[(place + places + hand.length) % hand.length];
    if (next !== undefined) handling.point({ reading: next });
  };
  return (
    <Inspector
      scene={scene}
      card={reading.card}
      actions={<ReadingActions scene={scene} handling={handling} id={place === -1 ? null : reading.id} />}
      {...(place !== -1 && hand.length > 1 && { onStep: step })}
      onClose={() => handling.point({ reading: null })}
    />
  );
}

interface ReadingProps extends Pick<TablePart, "scene" | "handling"> {
  /** `null`: it is not in the viewer's hand. */
  readonly id: string | null;
}

/** Play and discard for the card that is read. Both lead to the action panel, which asks for targets. */
function ReadingActions({ scene, handling, id }: ReadingProps) {
  if (id === null) return null;
  const discard = scene.legal.some((command) => command.type === "discard" && command.card === id);
  const usable = canUse(scene.legal, id);
  return (
    <>
      <Button
        tone="rain"
        aria-disabled={!usable}
        onClick={() => {
          if (usable) handling.point({ card: id, pick: {}, reading: null });
        }}
      >
        {i18n._("Use it")}
      </Button>
      {discard ? (
        <Button onClick={() => handling.point({ card: id, reading: null, question: "discard" })}>
          {i18n._("Discard")}
        </Button>
      ) : null}
    </>
  );
}
