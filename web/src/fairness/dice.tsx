import type { GameName, Match } from "@flower-war/client-sdk";
import { useCallback } from "react";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";
import { ownWitness } from "./witness.tsx";
import { ProofOfDice } from "./proof-of-dice.tsx";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Whether the details are unfolded; default: they are not. */
  readonly shown?: boolean;
}

/** What binds the server to the match's dice, and, when the match is over, whether they were true (docs/fair-dice.md). */
export function Dice<G extends GameName>({ match, shown = false }: Props<G>) {
  const witness = useCallback(() => ownWitness(match), [match]);
  return (
    <div className={styles.dice}>
      <details open={shown}>
        <summary>{i18n._("The dice were sealed before anybody could know them")}</summary>
        <p>
          {i18n._("The server drew a secret and published its seal before anybody added to the dice.")}{" "}
          {i18n._("Seal:")} <code>{match.commitment}</code>
        </p>
        {match.state.secret === "" ? null : (
          <p>
            {i18n._("Secret:")} <code>{match.state.secret}</code>
          </p>
        )}
        <Signers match={match} />
      </details>
      {match.status === "over" ? (
        <ProofOfDice id={match.id} witness={witness} />
      ) : (
        <p>{i18n._("When the match is over you can check every die here.")}</p>
      )}
    </div>
  );
}

/** What the match's beginning says of a seat. */
interface BegunSeat {
  readonly seat: string;
  readonly kind: string;
  readonly from: string;
  readonly seal?: string;
  readonly key?: string;
}

/** Each person's part of the dice: whether they sealed it, and whether they sign. */
function Signers<G extends GameName>({ match }: { readonly match: Match<G> }) {
  // Without an answer nothing is known of it.
  const { answer } = useAnswer(match.id, async () => {
    const { header } = await match.witness();
    return header === null ? null : (JSON.parse(header) as { readonly seats: readonly BegunSeat[] });
  });
  const people = (answer?.seats ?? []).filter(({ kind }) => kind === "human");
  return (
    <ul>
      {people.map((person) => (
        <li key={person.seat}>{describeSigner(match, person)}</li>
      ))}
    </ul>
  );
}

function describeSigner<G extends GameName>(
  { seats }: Match<G>,
  { seat, from, seal, key }: BegunSeat,
): string {
  const person = seats.find((each) => each.seat === seat);
  const name = person?.name ?? seat;
  const signed = person?.signed ?? 0;
  if (from === "withheld") {
    return i18n._("{name} sealed a part of the dice and did not reveal it in time.", { name });
  }
  if (from !== "player") return i18n._("{name} gave no part of the dice.", { name });
  if (seal === undefined)
    return i18n._("{name} gave a part of the dice openly, and signs nothing.", { name });
  if (key === undefined) return i18n._("{name} sealed a part of the dice, and signs nothing.", { name });
  return signed === 0
    ? i18n._("{name} sealed a part of the dice, and has signed nothing yet.", { name })
    : i18n._("{name} sealed a part of the dice, and has signed what they saw up to entry {signed}.", {
        name,
        signed,
      });
}
