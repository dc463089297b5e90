import type { GameName, Match, Reaction } from "@flower-war/client-sdk";
import { REACTIONS } from "@flower-war/client-sdk/players";
import { useEffect, useId, useRef, useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Panel, Unseen } from "../design/parts/panel.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { type Action, useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./chat-panel.module.css";
import { TEXTS } from "./chat-texts.ts";
import { keyOf } from "./muted.ts";
import { BarButton, PolicyNote } from "./table-policy.tsx";
import { type HeardLine, type HeardTalk, useTalk } from "./table-talk.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Beside the board there is little room. */
  readonly compact?: boolean;
}

/** What people say at a table, and the field to say something. Whoever sees it has seen the lines. */
export function ChatPanel<G extends GameName>({ match, compact = false }: Props<G>) {
  return (
    <Panel
      title={i18n._("Chat")}
      quiet={compact}
      className={`${styles.panel} ${compact ? styles.compact : ""}`}
    >
      {match.silent ? (
        <p className={styles.note}>{i18n._("This table is silent: nobody talks here.")}</p>
      ) : (
        <Talk match={match} />
      )}
      <PolicyNote match={match} />
    </Panel>
  );
}

function Talk<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const heard = useTalk(match);
  const muting = useAction();
  const { talk, lines, past } = heard;
  const last = lines.at(-1)?.n ?? 0;
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (last === 0) return;
    talk.markSeen();
    scroll.current?.scrollTo({ top: 0 });
  }, [talk, last]);
  return (
    <>
      {/* Scrolled by keyboard, so it takes the focus. */}
      <div
        ref={scroll}
        className={styles.scroll}
        tabIndex={0}
        role="group"
        aria-label={i18n._("What was said")}
        aria-busy={past === "reading"}
      >
        <ol className={styles.lines}>
          {lines.map((line) => (
            <Line key={line.n} match={match} line={line} heard={heard} muting={muting} />
          ))}
        </ol>
      </div>
      <Muted heard={heard} muting={muting} />
      <RefusalNote error={muting.error} texts={TEXTS} />
      {past === "failed" ? (
        <p className={styles.note}>
          {i18n._("What was said before could not be read.")}{" "}
          <Button onClick={() => void talk.read()}>{i18n._("Try again")}</Button>
        </p>
      ) : null}
      <Composer match={match} />
    </>
  );
}

interface MutingProps {
  readonly heard: HeardTalk;
  /** What mutes people. */
  readonly muting: Action;
}

/** The players whom the viewer muted or blocked, with buttons to hear them again. */
function Muted({ heard: { muted, mutes }, muting }: MutingProps) {
  if (muted.length === 0) return null;
  return (
    <ul className={styles.muted} aria-label={i18n._("Muted")}>
      {muted.map((speaker) => {
        const { name, player } = speaker;
        return (
          <li key={keyOf(speaker)}>
            <Icon id="mute" />
            <bdi>{name}</bdi>
            <button
              type="button"
              aria-label={i18n._("Hear {name} again", { name })}
              onClick={() => muting.run(() => mutes.hear(speaker))}
            >
              {i18n._("Unmute")}
            </button>
            {player === "" || mutes.isBlocked(speaker) ? null : (
              <button
                type="button"
                aria-label={i18n._("Block {name}", { name })}
                onClick={() => muting.run(() => mutes.block(speaker))}
              >
                {i18n._("Block")}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Line<G extends GameName>({
  match,
  line,
  heard,
  muting,
}: MutingProps & {
  readonly match: Match<G>;
  readonly line: HeardLine;
}) {
  const { seat, name, text, reaction } = line;
  return (
    <li className={styles.line}>
      {seat === null ? <Icon id="eye" /> : <SeatSign seat={seat} size="small" />}
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        {seat === null ? <small>{i18n._("watches")} </small> : null}
        {isReaction(reaction) ? (
          <Drawing sheet="signs" className={styles.reaction} {...drawingOf(reaction)} />
        ) : (
          <span dir="auto">{text}</span>
        )}
      </p>
      {heard.isOwn(line) ? null : (
        <span className={styles.tools}>
          {seat === null && match.isHost && match.status !== "over" ? (
            <BarButton match={match} line={line} />
          ) : null}
          <button
            type="button"
            className={styles.mute}
            aria-label={i18n._("Mute {name}", { name })}
            title={i18n._("Mute {name}", { name })}
            onClick={() => muting.run(() => heard.mutes.mute(line))}
          >
            <Icon id="mute" />
          </button>
        </span>
      )}
    </li>
  );
}

/** The field, and what can be said with one press. What was typed stays until it was said. */
function Composer<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const [text, setText] = useState("");
  const action = useAction();
  const { busy, error } = action;
  const id = useId();
  const send = () =>
    action.run(async () => {
      await match.say(text);
      setText((now) => (now === text ? "" : now));
    });
  return (
    <>
      <Form
        className={styles.composer}
        onSubmit={() => {
          if (text.trim() !== "") send();
        }}
      >
        <label htmlFor={id}>
          <Unseen>{i18n._("Say something")}</Unseen>
        </label>
        <input
          id={id}
          className={styles.input}
          value={text}
          dir="auto"
          placeholder={i18n._("Say something")}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className={styles.send ?? ""} aria-disabled={busy}>
          {i18n._("Send")}
        </Button>
      </Form>
      <div className={styles.reactions} role="group" aria-label={i18n._("Reactions")}>
        {REACTIONS.map((reaction) => {
          const { id: sign, label } = drawingOf(reaction);
          return (
            <button
              key={reaction}
              type="button"
              aria-label={label}
              title={label}
              aria-disabled={busy}
              onClick={() => action.run(() => match.react(reaction))}
            >
              <Drawing sheet="signs" id={sign} />
            </button>
          );
        })}
      </div>
      <RefusalNote error={error} texts={TEXTS} />
    </>
  );
}

/** The day sign that stands for a reaction, and what it says. */
const DRAWINGS: { readonly [R in Reaction]: { readonly id: string; readonly label: () => string } } = {
  bravo: { id: "ocelotl", label: () => i18n._("Well played!") },
  hurry: { id: "tochtli", label: () => i18n._("Hop along!") },
  ouch: { id: "miquiztli", label: () => i18n._("Ouch!") },
  thanks: { id: "xochitl", label: () => i18n._("Thank you!") },
  laugh: { id: "ozomahtli", label: () => i18n._("Ha!") },
};

/** Returns the drawing of a reaction, and what it says. */
export function drawingOf(reaction: Reaction): { readonly id: string; readonly label: string } {
  const { id, label } = DRAWINGS[reaction];
  return { id, label: label() };
}

/** Whether this page knows a reaction: a newer server may have more. */
export function isReaction(reaction: string): reaction is Reaction {
  return (REACTIONS as readonly string[]).includes(reaction);
}
