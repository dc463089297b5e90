import type { GameMap, GameName, Hint, Match } from "@flower-war/client-sdk";
import { Button } from "../../design/parts/button.tsx";
import { useGameUi } from "../../games/load-game.ts";
import { OWN_GAMES } from "../../session/own-games.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./hint.module.css";

interface ButtonProps<G extends GameName> {
  readonly match: Match<G>;
  readonly onOpen: () => void;
}

/** Opens the hint, for a player alone against bots who can act now. */
export function HintButton<G extends GameName>({ match, onOpen }: ButtonProps<G>) {
  const { game, seat, status, seats, awaiting } = match;
  const isAlone = seats.every((each) => each.seat === seat || each.kind === "bot");
  // The host's own games have no bot that could say.
  if (status !== "playing" || OWN_GAMES.has(game) || !isAlone || !awaiting.some((each) => each.seat === seat))
    return null;
  return <Button onClick={onOpen}>{i18n._("What would a strong bot do?")}</Button>;
}

/** What a strong bot would do in the viewer's seat. The server is asked when it is shown. */
export function HintView<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { answer, error, asking, retry } = useAnswer("hint", () => match.askHint());
  return (
    <div className={styles.hint}>
      <p>
        {i18n._(
          "It knows what you see, and nothing else. The record marks what you do next, and the match is not rated.",
        )}
      </p>
      <div role="status">
        {asking ? <p>{i18n._("It is thinking…")}</p> : null}
        {answer === null ? null : <Moves match={match} hint={answer} />}
      </div>
      <RefusalNote error={error} />
      {/* It may have had no time. */}
      {error === null ? null : <Button onClick={retry}>{i18n._("Try again")}</Button>}
    </div>
  );
}

function Moves<G extends GameName>({ match, hint }: { readonly match: Match<G>; readonly hint: Hint<G> }) {
  const ui = useGameUi(match);
  const { seat, seats, view } = match;
  if (ui === null || view === null) return null;
  const tell = (event: GameMap[G]["event"]): string => ui.describeEvent(event, seat, seats, view) ?? "";
  return (
    <>
      <ol className={styles.moves}>
        {hint.moves.map(({ command, chance, margin, follows }) => {
          const told = follows
            .map(({ event, share }) => ({ share, words: tell(event) }))
            .filter(({ words }) => words !== "");
          // What is not certain does not say which command it is.
          const certain = told.find(({ share }) => share === 1);
          const others = told.filter((each) => each !== certain);
          return (
            <li key={JSON.stringify(command)}>
              <strong>
                {certain?.words ??
                  (hint.moves.length === 1 ? i18n._("The only thing to do") : i18n._("Another choice"))}
              </strong>
              <span>
                {i18n._("You come first in {chance} of its tries, ± {margin}", {
                  chance: percent(chance),
                  margin: Math.round(100 * margin),
                })}
              </span>
              {others.map(({ words, share }) => (
                <span key={words}>
                  {share === 1
                    ? words
                    : i18n._("In {share} of them: {words}", { share: percent(share), words })}
                </span>
              ))}
            </li>
          );
        })}
      </ol>
      <p>{i18n._("In each try easy bots play on to the end.")}</p>
    </>
  );
}

const percent = (share: number): string => i18n.number(share, { style: "percent", maximumFractionDigits: 0 });
