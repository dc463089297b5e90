import type { GameName, Match } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { seatName } from "../session/seat-names.ts";
import { leaveMatch } from "../session/sitting.ts";
import { i18n } from "../texts/index.ts";
import styles from "./broken-fairness.module.css";
import { SaveWitness } from "./save-witness.tsx";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** What the server changed: the refusal's `field`. */
  readonly changed: string | undefined;
}

/** Says that the server changed its word about the dice, and offers what the viewer saw before. */
export function BrokenFairness<G extends GameName>({ match, changed }: Props<G>) {
  return (
    <>
      <p role="alert">
        {describeBreach(changed)} {i18n._("So the dice may be chosen.")}{" "}
        {i18n._("What you saw before is kept here: save it, and show it to those you played with.")}
      </p>
      <div className={styles.actions}>
        <SaveWitness witness={() => match.witness()} tone="gold" />
        <Button onClick={() => leaveMatch(match.code)}>{i18n._("Leave this match")}</Button>
      </div>
    </>
  );
}

export const brokenTitle = (): string => i18n._("The dice are not fair");

/** Begins the name of what was changed where it is the part of another seat. */
const OF_SEAT = "seats.";

function describeBreach(changed: string | undefined): string {
  if (changed?.startsWith(OF_SEAT) === true) {
    const seat = seatName(changed.slice(OF_SEAT.length));
    return i18n._("The server changed {seat}'s part of the dice.", { seat });
  }
  switch (changed) {
    case "commitment":
      return i18n._("The server changed the seal of its secret.");
    case "nonce":
    case "seal":
    case "key":
      return i18n._("The server changed your part of the dice.");
    case "terms":
      return i18n._("The server changed how this match was to begin.");
    case "entry":
      return i18n._("The server changed what it had shown you of this match.");
    default:
      return i18n._("The server changed how this match began.");
  }
}
