import { Refusal } from "@flower-war/client-sdk";

interface Props {
  /** What was thrown; `null`: nothing was refused. */
  readonly error: unknown;
  /** The game's own sentence for a code, where it has one. */
  readonly words?: (code: string) => string | undefined;
}

/** Tells a refusal in words and by its code, as soon as there is one. */
export function RefusalNote({ error, words }: Props) {
  return (
    <div role="alert" className="refusal">
      {error === null ? null : <Sentence error={error} words={words} />}
    </div>
  );
}

function Sentence({ error, words }: { error: unknown; words: Props["words"] | undefined }) {
  if (!(error instanceof Refusal)) return <p>Something went wrong on this page: {String(error)}</p>;
  const { code, message, field, wait } = error;
  return (
    <p>
      {words?.(code) ?? `Refused: ${message}.`}
      {field === undefined ? null : ` It is about "${field}".`}
      {wait === undefined ? null : ` Try again in ${Math.ceil(wait / 1000)} s.`} <code>{code}</code>
    </p>
  );
}
