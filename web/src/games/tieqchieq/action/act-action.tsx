import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import type { Way } from "../acts/acts.ts";
import { actTitle, landingWords } from "../acts/act-words.ts";
import { Odds } from "../battle/odds-row.tsx";
import styles from "./action.module.css";
import type { ActionProps } from "./action-props.ts";
import { Price } from "./price.tsx";

/** The button that plays the chosen act; keys that choose one lead the focus there. */
export const CONFIRM_ID = "tieqchieq-confirm";

/** The act of this roll: what the chosen one costs, what it leads to, and the button that plays it. */
export function ActAction({ scene, handling }: ActionProps) {
  const { choices, chosen, busy, confirm } = handling;
  const open = choices.filter(({ number }) => number !== null).length;
  const way = chosen?.way ?? null;
  return (
    <div className={`${styles.two} ${chosen === null ? "" : styles.acting}`}>
      <div className={styles.words}>
        {chosen === null || way === null || scene.seat === null ? (
          <p>{i18n._("Choose a card, or a token or its goal on the board.")}</p>
        ) : (
          <>
            <Price scene={scene} from={chosen.act} way={way} />
            {way.landing === "battle" ? <Odds seat={scene.seat} attacker={scene.seat} /> : null}
            <p>{effectOf(way)}</p>
          </>
        )}
      </div>
      <Button
        id={CONFIRM_ID}
        tone="go"
        className={styles.main}
        aria-disabled={chosen === null || busy}
        onClick={confirm}
      >
        {chosen === null ? (
          i18n._("Choose an act")
        ) : (
          <span>
            {way?.landing === "battle"
              ? i18n._("Attack {square}", { square: way.to })
              : actTitle(chosen, scene)}
            <small>
              {open > 1
                ? i18n._("act {number} of {open}", { number: chosen.number ?? 0, open })
                : i18n._("your only act")}
              {open > 1 ? (
                <span className={styles.keys}>{i18n._(", keys 1 to {open} switch", { open })}</span>
              ) : null}
            </small>
          </span>
        )}
      </Button>
    </div>
  );
}

function effectOf(way: Way): string {
  if (way.landing !== "battle") return landingWords(way);
  return i18n._("Win: you hold {square}. Lose: your token goes back.", { square: way.to });
}
