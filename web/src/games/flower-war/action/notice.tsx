import { isPlayer } from "@flower-war/client-sdk";
import { decisionSentence, outcomeSentence } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../../art/drawing.tsx";
import { Button } from "../../../design/parts/button.tsx";
import { SeatMark } from "../../../design/parts/seat-mark.tsx";
import {
  ActionNotice,
  DisconnectedNotice,
  OutNotice,
  PlayedNotice,
  WaitingNotice,
} from "../../../game-frame/table/action/action-notice.tsx";
import { i18n } from "../../../texts/index.ts";
import { ownBattle } from "../battle/battle-words.ts";
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
        <ActionNotice
          icon={<Drawing sheet="signs" id={situation.outcome.winner === null ? "miquiztli" : "xochitl"} />}
          title={texts().outcomes[situation.outcome.by]}
          tone="over"
        >
          <p>{say(outcomeSentence(situation.outcome, texts(), readerFor(scene.seat, scene.people)))}</p>
        </ActionNotice>
      );
    case "disconnected":
      return <DisconnectedNotice gone={situation.gone} />;
    case "played":
      return <PlayedNotice icon={<Drawing sheet="marks" id="die-1" />} />;
    case "out":
      return <OutNotice icon={<Drawing sheet="signs" id="miquiztli" />} />;
    case "watching":
      return <Watching {...props} />;
  }
}

function Waiting({ scene, serverTime, onBattle }: Props) {
  const { awaiting } = scene.view.table;
  if (awaiting === null) return null;
  const reader = readerFor(scene.seat, scene.people);
  const person = scene.people.find(({ seat }) => seat === awaiting.seat);
  return (
    <WaitingNotice
      icon={<SeatMark seat={awaiting.seat} />}
      who={reader.nameOf(awaiting.seat)}
      lost={person !== undefined && isPlayer(person.kind) && !person.connected}
      clock={scene.clock?.seats.get(awaiting.seat) ?? null}
      serverTime={serverTime}
      decision={say(decisionSentence(awaiting, texts(), reader))}
    >
      {ownBattle(scene.view) === null ? null : <Button onClick={onBattle}>{i18n._("To the battle")}</Button>}
    </WaitingNotice>
  );
}

function Watching({ scene }: Props) {
  const { awaiting } = scene.view.table;
  const reader = readerFor(scene.seat, scene.people);
  return (
    <ActionNotice icon={<span className={styles.eye} />} title={i18n._("You are watching")}>
      <p>
        {awaiting === null ? null : say(decisionSentence(awaiting, texts(), reader))}{" "}
        {i18n._("Hands stay hidden.")}
      </p>
    </ActionNotice>
  );
}
