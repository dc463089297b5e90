import type { GameName, Match } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";
import { ProofOfDice } from "./proof-of-dice.tsx";

/** What binds the server to the match's dice, and, when the match is over, whether they were true (docs/fair-dice.md). */
export function Dice<G extends GameName>({ match }: { readonly match: Match<G> }) {
  return (
    <div className={styles.dice}>
      <details>
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
      </details>
      {match.status === "over" ? (
        <ProofOfDice id={match.id} seen={match.seen} />
      ) : (
        <p>{i18n._("When the match is over you can check every die here.")}</p>
      )}
    </div>
  );
}
