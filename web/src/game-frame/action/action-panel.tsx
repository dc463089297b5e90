import { isPlayer, type SeatClock } from "@flower-war/client-sdk";
import { useContext } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { i18n } from "../../texts/index.ts";
import type { ActingGame, PartProps } from "../game-parts.ts";
import { isLost, isPlayedByServer, isUntold, type TableScene } from "../scene.ts";
import { Countdown } from "../table/countdown.tsx";
import styles from "./action-notice.module.css";
import { ActionNotice, LiveNoticesContext, Spinner } from "./action-notice.tsx";

interface Props<S extends TableScene, H> {
  readonly game: ActingGame<S, H>;
  readonly part: PartProps<S, H>;
}

/** The one place for what the viewer can do now, or why they can do nothing. */
export function ActionPanel<S extends TableScene, H>({ game, part }: Props<S, H>) {
  const live = useContext(LiveNoticesContext);
  const { action } = game;
  const { scene } = part;
  const { icons } = action;
  const ended = live?.ended ?? null;
  const end =
    action.describeEnd(scene) ??
    // The people ended it: its table does not say so.
    (ended === null ? null : { icon: icons.out, title: i18n._("The match is over"), words: ended });
  switch (situationOf(scene, { isOver: end !== null, isOut: action.isOut(scene) })) {
    case "over":
      return (
        <ActionNotice icon={end?.icon} title={end?.title} tone="over">
          <p>{end?.words}</p>
        </ActionNotice>
      );
    case "disconnected":
      return live?.disconnected ?? <Disconnected gone={scene.connection === "gone"} />;
    case "watching":
      return (
        <ActionNotice icon={icons.watching} title={i18n._("You are watching")}>
          <p>
            {[action.describeAwaited(scene), action.hidden()].filter((words) => words !== null).join(" ")}
          </p>
          {live?.told}
        </ActionNotice>
      );
    case "out":
      return (
        <ActionNotice icon={icons.out} title={i18n._("You are out")}>
          <p>{i18n._("You conceded. You can watch until the end.")}</p>
          {live?.told}
        </ActionNotice>
      );
    case "played":
      if (live !== null) return live.played;
      return (
        <ActionNotice icon={icons.played} title={i18n._("The server plays for you")} tone="lit">
          <p>{i18n._("You were away for too long. The match goes on.")}</p>
        </ActionNotice>
      );
    case "showing":
      return live?.showing ?? null;
    case "waiting":
      return <Waiting game={game} part={part} />;
    case "deciding":
      return <action.Decision {...part} />;
  }
}

/** Says that the viewer's connection is lost. `gone`: the SDK has given up reconnecting. */
function Disconnected({ gone }: { readonly gone: boolean }) {
  return gone ? (
    <ActionNotice
      icon={<Drawing sheet="signs" id="miquiztli" />}
      title={i18n._("You are disconnected")}
      tone="gone"
    >
      <p>{i18n._("The server plays for you when your time is over. Reload the page to come back.")}</p>
    </ActionNotice>
  ) : (
    <ActionNotice icon={<Spinner />} title={i18n._("You are reconnecting")} tone="reconnecting">
      <p>{i18n._("Nothing is lost. What you pressed last is sent when the connection is back.")}</p>
    </ActionNotice>
  );
}

/** Says in a line that the viewer is reconnecting, where a window covers the panel. */
export function Reconnecting() {
  return (
    <>
      {i18n._("You are reconnecting")}.{" "}
      {i18n._("Nothing is lost. What you pressed last is sent when the connection is back.")}
    </>
  );
}

/** Says whom the match waits for, and what they decide. */
function Waiting<S extends TableScene, H>({ game: { action, texts }, part }: Props<S, H>) {
  const live = useContext(LiveNoticesContext);
  const { awaiting, people } = part.scene;
  const [first, ...more] = awaiting;
  if (first === undefined) return null;
  const reader = texts.readerFor(part.scene);
  const who = texts.sayList(awaiting.map((each) => reader.nameOf(each.seat)));
  const person = people.find((each) => each.seat === first.seat);
  const isAlone = more.length === 0;
  const isLost = isAlone && person !== undefined && isPlayer(person.kind) && !person.connected;
  const clock = isAlone ? part.scene.clock?.seats.get(first.seat) : undefined;
  return (
    <ActionNotice
      icon={action.icons.seat(first.seat)}
      title={
        <>
          {isLost ? i18n._("{who} is reconnecting", { who }) : i18n._("Waiting for {who}", { who })}
          {clock === undefined ? null : (
            <Countdown clock={clock} serverTime={part.serverTime} className={styles.clock} />
          )}
        </>
      }
    >
      <p>
        {action.describeAwaited(part.scene)} {isLost ? describeKeptSeat(clock) : null}
      </p>
      {action.Waiting === undefined ? null : <action.Waiting {...part} />}
      {live?.told}
    </ActionNotice>
  );
}

function describeKeptSeat(clock: SeatClock | undefined): string {
  return clock?.stopped === undefined
    ? i18n._("The seat is kept, and its clock runs.")
    : i18n._("The seat is kept, and its clock is stopped for now.");
}

/** What the action panel is about: exactly one thing at a time. */
type Situation =
  | "over"
  | "disconnected"
  | "watching"
  /** The viewer has conceded. */
  | "out"
  /** The viewer is away, and the server plays for the seat at once. */
  | "played"
  /** The table still shows what the viewer's decision follows from. */
  | "showing"
  | "waiting"
  | "deciding";

interface Facts {
  readonly isOver: boolean;
  /** Whether the viewer has conceded. */
  readonly isOut: boolean;
}

/** Returns what the action panel is about: what matters most, where several things hold. */
export function situationOf(
  scene: Pick<TableScene, "seat" | "clock" | "connection" | "awaiting" | "picture">,
  { isOver, isOut }: Facts,
): Situation {
  if (isOver) return "over";
  if (isLost(scene)) return "disconnected";
  if (scene.seat === null) return "watching";
  if (isOut) return "out";
  if (isPlayedByServer(scene)) return "played";
  if (!scene.awaiting.some(({ seat }) => seat === scene.seat)) return "waiting";
  return isUntold(scene) ? "showing" : "deciding";
}
