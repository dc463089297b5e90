import type { StudyContent, StudyPosition } from "@flower-war/client-sdk/study";
import { useId } from "react";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import type { Steps } from "../record/steps.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { draftIn } from "./draft.ts";
import { hasPosition } from "./line.ts";
import styles from "./lists.module.css";
import { PersonSign } from "./person-sign.tsx";
import { TEXTS } from "./refusals.ts";
import { isEditor, mayChange, mayRemove, type StudyStore } from "./study-store.ts";
import { isAt } from "./use-whereabouts.ts";
import { comparePositions, personName, positionWords } from "./words.ts";

interface Props {
  readonly study: StudyStore;
  /** Those of the match. */
  readonly steps: Steps;
  readonly at: StudyPosition;
  readonly onGo: (to: StudyPosition) => void;
}

/** UTF-16 units of a comment: those of 500 characters, as the server counts them. */
const LONGEST = 1000;

/** All comments in the order of their positions, and the field for one about the shown position. */
export function Comments({ study, steps, at, onGo }: Props) {
  const { comments } = study.content;
  const removing = useAction();
  const sorted = comments.toSorted(
    (one, other) => comparePositions(one.at, other.at) || one.time - other.time,
  );
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={i18n._("Comments")}>
        {sorted.length === 0 ? <p>{i18n._("Nothing was said about this match yet.")}</p> : null}
        <ol className={styles.list}>
          {sorted.map((comment) => (
            <li
              key={comment.id}
              className={styles.item}
              aria-current={isAt(comment.at, at) ? "true" : undefined}
            >
              <Comment
                comment={comment}
                steps={steps}
                onGo={onGo}
                onRemove={
                  mayRemove(study, comment.by) ? () => removing.run(() => study.remove(comment.id)) : null
                }
              />
            </li>
          ))}
        </ol>
      </div>
      <RefusalNote error={removing.error} texts={TEXTS} />
      {isEditor(study) ? <Composer study={study} steps={steps} at={at} /> : null}
    </>
  );
}

interface CommentProps {
  readonly comment: StudyContent["comments"][number];
  readonly steps: Steps;
  readonly onGo: (to: StudyPosition) => void;
  /** `null`: the viewer may not remove it. */
  readonly onRemove: (() => void) | null;
}

function Comment({ comment: { at, by, text }, steps, onGo, onRemove }: CommentProps) {
  const who = personName(by);
  return (
    <>
      <PersonSign person={by} />
      <div className={styles.words}>
        <p className={styles.head}>
          <bdi>{who}</bdi>
          <button type="button" className={styles.link} onClick={() => onGo(at)}>
            {positionWords(at, steps)}
          </button>
        </p>
        <p className={styles.text} dir="auto">
          {text}
        </p>
      </div>
      {onRemove === null ? null : (
        <button
          type="button"
          className={styles.remove}
          aria-label={i18n._("Remove the comment of {who}", { who })}
          onClick={onRemove}
        >
          ×
        </button>
      )}
    </>
  );
}

/** The field for a comment. What was typed stays, and is about the position that was shown then. */
function Composer({ study, steps, at }: Omit<Props, "onGo">) {
  const id = useId();
  const draft = draftIn(study);
  const { text, at: typedAt, isSending, error } = draft.state.use();
  const isThere = typedAt !== null && hasPosition(typedAt, study.content.branches, steps.last);
  const about = isThere ? typedAt : at;
  return (
    <Form className={styles.composer} onSubmit={() => void draft.send(study, about)}>
      <label htmlFor={id}>
        {i18n._("Your comment on: {position}", { position: positionWords(about, steps) })}
      </label>
      <input
        id={id}
        value={text}
        maxLength={LONGEST}
        autoComplete="off"
        onChange={({ target }) => draft.type(target.value, about)}
      />
      <Button type="submit" aria-disabled={isSending || text.trim() === "" || !mayChange(study)}>
        {i18n._("Comment")}
      </Button>
      <RefusalNote error={error} texts={TEXTS} />
    </Form>
  );
}
