import {
  type Battle,
  type Coin,
  eventSentences,
  otherSeat,
  type Seat,
  territoryOf,
} from "@flower-war/client-sdk/tieqchieq";
import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { i18n } from "../../texts/index.ts";
import { paintOf } from "./pieces.tsx";
import { readerFor, say, texts, type TieqchieqScene } from "./texts.ts";
import { useKeys } from "../../base/use-keys.ts";
import type { TablePart } from "./handling.ts";
import styles from "./battle.module.css";
import { ModalWindow, useClosing } from "../../game-frame/table/modal-window.tsx";
import { battleResults, oddsOf, useBattle } from "./battle.ts";

/** ms that the window stands while the viewer has to decide something, a little less than 1.5 s, and while they do not. */
const SHOWN = { deciding: 1400, otherwise: 6000 };

interface BattleWindowProps {
  readonly scene: TieqchieqScene;
  readonly battle: Battle;
  readonly onClose: () => void;
  /** Whether it stays until it is closed. */
  readonly stays?: boolean;
}

/** The viewer's battle that was just decided, over the table. */
export function Windows({ scene }: TablePart) {
  const [told, putBattleAway] = useBattle(scene);
  if (told === null) return null;
  // The match goes on while the window is open; the window shows the view right after the battle.
  const { battle, after: view } = told;
  return <BattleWindow scene={{ ...scene, view }} battle={battle} onClose={putBattleAway} />;
}

/** A battle that was just decided: the two coins, what they mean, and what becomes of the tokens. */
export function BattleWindow({ scene, battle, onClose, stays = false }: BattleWindowProps) {
  const { attacker, square, winner } = battle;
  const deciding = scene.awaiting.some(({ seat }) => seat === scene.seat);
  useClosing(stays ? null : deciding ? SHOWN.deciding : SHOWN.otherwise, onClose);
  useKeys({ enter: onClose }, true);
  const paint = territoryOf(square) === null ? (paintOf(square) ?? "square") : `land-${territoryOf(square)}`;
  return (
    <ModalWindow
      title={i18n._("Battle on {square}", { square })}
      lead={say(sentenceOf(scene, battle))}
      icon={<Drawing sheet="tieqchieq" id={paint} />}
      className={styles.window}
      onClose={onClose}
    >
      <div className={styles.arena}>
        <Side scene={scene} seat={attacker} role={i18n._("attacking")} lost={winner !== attacker} />
        <div className={styles.coins}>
          <div aria-hidden="true">
            {battle.coins.map((coin, index) => (
              <Drawing key={index} sheet="sisters" id={coinDrawing(coin)} />
            ))}
          </div>
          <strong>{coinsWords(battle)}</strong>
          <p>{winner === attacker ? i18n._("The attacker wins.") : i18n._("The defender wins.")}</p>
        </div>
        <Side
          scene={scene}
          seat={otherSeat(attacker)}
          role={i18n._("defending")}
          lost={winner === attacker}
        />
      </div>
      <div className={styles.result}>
        <Results scene={scene} battle={battle} />
        <div>
          <h3>{holdsWords(scene, battle)}</h3>
          <p>{afterBattle(scene, battle)}</p>
        </div>
        <Button tone="gold" shortcut="Enter" onClick={onClose}>
          {i18n._("Go on")}
        </Button>
      </div>
    </ModalWindow>
  );
}

function Side({
  scene,
  seat,
  role,
  lost,
}: Pick<BattleWindowProps, "scene"> & { seat: Seat; role: string; lost: boolean }) {
  return (
    <section className={`${styles.side} ${styles[seat]}`} aria-label={role}>
      <h3>{seat === scene.seat ? i18n._("You") : readerFor(scene).nameOf(seat)}</h3>
      <small>{role}</small>
      <Drawing sheet="sisters" id={`t-${seat}`} className={lost ? styles.beaten : styles.standing} />
      <p>{lost ? i18n._("back to the reserve") : i18n._("stands")}</p>
    </section>
  );
}

/** The four results that the coins could show; the one that they do show is marked. */
function Results({ scene, battle }: Pick<BattleWindowProps, "scene" | "battle">) {
  const reader = readerFor(scene);
  return (
    <ol className={styles.results} aria-label={i18n._("The four results")}>
      {battleResults(battle.attacker).map(({ coins, winner }) => {
        const shown = coins.join() === battle.coins.join();
        return (
          <li key={coins.join()} aria-current={shown ? "true" : undefined}>
            {coins.map((coin, index) => (
              <Drawing
                key={index}
                sheet="sisters"
                id={coinDrawing(coin)}
                label={texts().sides[coin === 0 ? "red" : "yellow"]}
              />
            ))}
            <b>{winner === scene.seat ? i18n._("You") : reader.nameOf(winner)}</b>
          </li>
        );
      })}
    </ol>
  );
}

function sentenceOf({ seat, people }: TieqchieqScene, battle: Battle) {
  const [sentence] = eventSentences({ type: "battled", battle }, texts(), readerFor({ seat, people }));
  return sentence ?? { text: "", values: {} };
}

function coinsWords({ coins: [first, second] }: Battle): string {
  if (first !== second) return i18n._("One of each");
  return first === 0 ? i18n._("Red and red") : i18n._("Yellow and yellow");
}

function holdsWords({ seat, people }: TieqchieqScene, { winner, square }: Battle): string {
  if (winner === seat) return i18n._("You hold {square}", { square });
  return i18n._("{who} holds {square}", { who: readerFor({ seat, people }).nameOf(winner), square });
}

/** Returns what became of the loser's token, and how the turn goes on. */
function afterBattle(scene: TieqchieqScene, battle: Battle): string {
  const { table } = scene.view;
  const loser = otherSeat(battle.winner);
  const waiting = table.tokens[loser].reserve;
  const token =
    loser === scene.seat
      ? i18n._(
          "Your token goes back to your reserve: {waiting, plural, one {# waits there now} other {# wait there now}}.",
          { waiting },
        )
      : i18n._(
          "{who}'s token goes back to the reserve: {waiting, plural, one {# waits there now} other {# wait there now}}.",
          {
            who: readerFor(scene).nameOf(loser),
            waiting,
          },
        );
  return `${token} ${nextWords(scene, battle)}`;
}

function nextWords({ view: { table } }: TieqchieqScene, { attacker }: Battle): string {
  if (table.outcome !== null) return "";
  if (table.turn !== attacker) return i18n._("The turn passes.");
  return table.phase === "plus"
    ? i18n._("The plus may lead one square on.")
    : i18n._("Another turn follows.");
}

interface CoinDrawingProps {
  /** The seat of the odds. */
  readonly seat: Seat;
  readonly attacker: Seat;
}

/** The drawing of what a battle's coin shows. */
export const coinDrawing = (coin: Coin): string => (coin === 0 ? "coin-r" : "coin-y");

/** The odds of a battle: its four results, and how many of them win. */
export function Odds({ seat, attacker }: CoinDrawingProps) {
  const odds = oddsOf(seat, attacker);
  return (
    <div className={styles.odds}>
      <span className={styles.chances} aria-hidden="true">
        {battleResults(attacker).map(({ coins, winner }) => (
          <span key={coins.join("")} className={winner === seat ? undefined : styles.chanceLost}>
            <Drawing sheet="sisters" id={coinDrawing(coins[0])} />
            <Drawing sheet="sisters" id={coinDrawing(coins[1])} />
          </span>
        ))}
      </span>
      <strong>{i18n._("You win {wins} in {of}", odds)}</strong>
    </div>
  );
}
