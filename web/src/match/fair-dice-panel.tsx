import type { GameName, Match } from "@flower-war/client-sdk";
import { type Verdict, verifyRecord } from "@flower-war/client-sdk/verify";
import { useState } from "react";
import { host } from "../host.ts";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";

/** What binds the server to the match's dice, and, when the match is over, whether they were true (docs/fair-dice.md). */
export function FairDicePanel<G extends GameName>({ match }: { match: Match<G> }) {
  return (
    <section className="panel dice" aria-labelledby="dice">
      <details open={match.status === "over" ? true : undefined}>
        <summary>
          <h2 id="dice">Fair dice</h2>
        </summary>
        <p>
          The server committed itself to a secret before anybody added to the dice. Its commitment:{" "}
          <code className="long">{match.commitment}</code>
        </p>
        {match.status === "over" ? (
          <Check match={match} />
        ) : (
          <p className="faint">When the match is over you can check every die.</p>
        )}
      </details>
    </section>
  );
}

/** Downloads the record and decides every command again, here in the browser. */
function Check<G extends GameName>({ match }: { match: Match<G> }) {
  const action = useAction();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = () =>
    action.run(async () => {
      setVerdict(null);
      setVerdict(verifyRecord(await host.record(match.id), match.seen));
    });
  return (
    <>
      <p>
        Its secret: <code className="long">{match.state.secret}</code>
      </p>
      <div className="buttons" aria-busy={action.busy}>
        <button type="button" onClick={check}>
          Check the dice
        </button>
        <a href={host.recordUrl(match.id)} download={`${match.id}.jsonl`}>
          The match's record
        </a>
      </div>
      <p role="status">{verdict === null ? null : verdictWords(verdict)}</p>
      <RefusalNote error={action.error} />
    </>
  );
}

function verdictWords(verdict: Verdict): string {
  if (verdict.ok) {
    return `True: the dice follow from the secret and everybody's nonces, and all ${verdict.entries} entries from the rules.`;
  }
  const { entry, reason, message } = verdict;
  const place = typeof entry === "number" ? `Entry ${entry} of the record` : `The record's ${entry}`;
  return `Not true. ${place} is at fault, ${reason}: ${message}.`;
}
