import { isPlayer } from "@flower-war/client-sdk";
import { outcomeSentence } from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../../art/drawing.tsx";
import {
  ActionNotice,
  DisconnectedNotice,
  PlayedNotice,
  WaitingNotice,
} from "../../../game-frame/table/action/action-notice.tsx";
import { i18n } from "../../../texts/index.ts";
import { readerFor, say, texts } from "../texts.ts";
import type { ActionProps } from "./action-props.ts";
import { awaitingWords } from "./awaiting-words.ts";
import type { Situation } from "./situation.ts";

interface Props extends ActionProps {
  readonly situation: Exclude<Situation, { kind: "deciding" }>;
}

/** What the panel says while there is nothing to decide: whom the match waits for, and why nothing can be done. */
export function Notice(props: Props) {
  const { situation, scene } = props;
  switch (situation.kind) {
    case "over":
      return (
        <ActionNotice
          icon={<Drawing sheet="sisters" id={`t-${situation.outcome.winner ?? "red"}`} />}
          title={texts().outcomes[situation.outcome.by]}
          tone="over"
        >
          <p>{say(outcomeSentence(situation.outcome, texts(), readerFor(scene.seat, scene.people)))}</p>
        </ActionNotice>
      );
    case "disconnected":
      return <DisconnectedNotice gone={situation.gone} />;
    case "played":
      return <PlayedNotice icon={<Drawing sheet="sisters" id="coin-down" />} />;
    case "waiting":
      return <Waiting {...props} />;
    case "watching":
      return (
        <ActionNotice icon={<Drawing sheet="sisters" id="i-eye" />} title={i18n._("You are watching")}>
          <p>{awaitingWords(scene)}</p>
        </ActionNotice>
      );
  }
}

function Waiting({ scene, serverTime }: Props) {
  const { turn } = scene.view.table;
  const person = scene.people.find(({ seat }) => seat === turn);
  return (
    <WaitingNotice
      icon={<Drawing sheet="sisters" id={`t-${turn}`} />}
      who={readerFor(scene.seat, scene.people).nameOf(turn)}
      lost={person !== undefined && isPlayer(person.kind) && !person.connected}
      clock={scene.clock?.seats.get(turn) ?? null}
      serverTime={serverTime}
      decision={awaitingWords(scene)}
    />
  );
}
