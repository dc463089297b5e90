import { isPlayer } from "@flower-war/client-sdk";
import { i18n } from "../../texts/index.ts";
import type { ActingGame, PartProps } from "../game-parts.ts";
import { isLost, isPlayedByServer, type TableScene } from "../scene.ts";
import {
  ActionNotice,
  DisconnectedNotice,
  OutNotice,
  PlayedNotice,
  WaitingNotice,
} from "./action-notice.tsx";

interface Props<S extends TableScene, H> {
  readonly game: ActingGame<S, H>;
  readonly part: PartProps<S, H>;
}

/** The one place for what the viewer can do now, or why they can do nothing. */
export function ActionPanel<S extends TableScene, H>({ game, part: given }: Props<S, H>) {
  const { action } = game;
  const scene = action.describedScene?.(given.scene) ?? given.scene;
  const part = { ...given, scene };
  const { icons } = action;
  const end = action.describeEnd(scene);
  switch (situationOf(scene, { isOver: end !== null, isOut: action.isOut(scene) })) {
    case "over":
      return (
        <ActionNotice icon={end?.icon} title={end?.title} tone="over">
          <p>{end?.words}</p>
        </ActionNotice>
      );
    case "disconnected":
      return <DisconnectedNotice gone={scene.connection === "gone"} />;
    case "watching":
      return (
        <ActionNotice icon={icons.watching} title={i18n._("You are watching")}>
          <p>
            {[action.describeAwaited(scene), action.hidden()].filter((words) => words !== null).join(" ")}
          </p>
        </ActionNotice>
      );
    case "out":
      return <OutNotice icon={icons.out} />;
    case "played":
      return <PlayedNotice icon={icons.played} />;
    case "waiting":
      return <Waiting game={game} part={part} />;
    case "deciding":
      return <action.Decision {...part} />;
  }
}

/** Says whom the match waits for. */
function Waiting<S extends TableScene, H>({ game: { action, texts }, part }: Props<S, H>) {
  const { awaiting, clock, people } = part.scene;
  const [first, ...more] = awaiting;
  if (first === undefined) return null;
  const reader = texts.readerFor(part.scene);
  const person = people.find((each) => each.seat === first.seat);
  const isAlone = more.length === 0;
  return (
    <WaitingNotice
      icon={action.icons.seat(first.seat)}
      who={texts.sayList(awaiting.map((each) => reader.nameOf(each.seat)))}
      lost={isAlone && person !== undefined && isPlayer(person.kind) && !person.connected}
      clock={isAlone ? (clock?.seats.get(first.seat) ?? null) : null}
      serverTime={part.serverTime}
      decision={action.describeAwaited(part.scene)}
    >
      {action.Waiting === undefined ? null : <action.Waiting {...part} />}
    </WaitingNotice>
  );
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
  | "waiting"
  | "deciding";

interface Facts {
  readonly isOver: boolean;
  /** Whether the viewer has conceded. */
  readonly isOut: boolean;
}

/** Returns what the action panel is about: what matters most, where several things hold. */
export function situationOf(
  scene: Pick<TableScene, "seat" | "clock" | "connection" | "awaiting">,
  { isOver, isOut }: Facts,
): Situation {
  if (isOver) return "over";
  if (isLost(scene)) return "disconnected";
  if (scene.seat === null) return "watching";
  if (isOut) return "out";
  if (isPlayedByServer(scene)) return "played";
  return scene.awaiting.some(({ seat }) => seat === scene.seat) ? "deciding" : "waiting";
}
