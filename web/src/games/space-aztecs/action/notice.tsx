import { isPlayer } from "@flower-war/client-sdk";
import { decisionSentence, outcomeSentences, type Seat } from "@flower-war/client-sdk/space-aztecs";
import { formatAll, formatList } from "@flower-war/client-sdk/texts";
import { Drawing } from "../../../art/drawing.tsx";
import {
  ActionNotice,
  DisconnectedNotice,
  OutNotice,
  PlayedNotice,
  WaitingNotice,
} from "../../../game-frame/table/action/action-notice.tsx";
import { i18n } from "../../../texts/index.ts";
import { SeatSign } from "../../../session/seat-sign.tsx";
import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor, say, texts } from "../texts.ts";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import type { Situation } from "./situation.ts";

interface Props extends ActionProps {
  readonly situation: Exclude<Situation, { kind: "deciding" }>;
}

/** What the panel says while there is nothing to decide: whom the match waits for, and why nothing can be done. */
export function Notice(props: Props) {
  const { situation, scene } = props;
  switch (situation.kind) {
    case "waiting":
      return <Waiting {...props} />;
    case "over":
      return (
        <ActionNotice icon={<Saucer />} title={texts().outcomes[situation.outcome.by]} tone="over">
          <p>
            {formatAll(
              outcomeSentences(situation.outcome, texts(), readerFor(scene.seat, scene.people)).slice(1),
              texts().language,
            )}
          </p>
        </ActionNotice>
      );
    case "disconnected":
      return <DisconnectedNotice gone={situation.gone} />;
    case "played":
      return <PlayedNotice icon={<Saucer />} />;
    case "out":
      return <OutNotice icon={<Saucer />} />;
    case "watching":
      return (
        <ActionNotice
          icon={<Drawing sheet="sisters" id="i-eye" className={styles.icon} />}
          title={i18n._("You are watching")}
        >
          <p>
            {awaitedWords(scene)} {i18n._("Piles and chosen cards stay hidden.")}
          </p>
        </ActionNotice>
      );
  }
}

function Waiting({ scene, serverTime }: Props) {
  const { awaiting, clock, people, seat } = scene;
  const reader = readerFor(seat, people);
  const [first] = awaiting;
  if (first === undefined) return null;
  const names = formatList(
    awaiting.map((each) => reader.nameOf(each.seat)),
    texts().language,
  );
  return (
    <WaitingNotice
      icon={<SeatSign seat={first.seat} />}
      who={names}
      lost={awaiting.length === 1 && isLost(scene, first.seat)}
      clock={awaiting.length > 1 ? null : (clock?.seats.get(first.seat) ?? null)}
      serverTime={serverTime}
      decision={awaitedWords(scene)}
    />
  );
}

const Saucer = () => <Drawing sheet="sisters" id="saucer" className={styles.icon} />;

/** What is awaited, in one sentence for each kind of decision. */
function awaitedWords({ awaiting, seat, people }: SpaceAztecsScene): string {
  const reader = readerFor(seat, people);
  const [first] = awaiting;
  if (first === undefined) return "";
  return awaiting.length === 1
    ? say(decisionSentence(first, texts(), reader))
    : i18n._("They choose a card, all at the same time.");
}

function isLost({ people }: SpaceAztecsScene, seat: Seat): boolean {
  const person = people.find((each) => each.seat === seat);
  return person !== undefined && isPlayer(person.kind) && !person.connected;
}
