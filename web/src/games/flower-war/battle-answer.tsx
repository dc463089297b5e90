import {
  type Battle,
  type Command,
  cardWords,
  commandWords,
  decisionSentence,
  type HeldCard,
  type Side,
} from "@flower-war/client-sdk/flower-war";
import { digitKeys, useKeys } from "../../base/use-keys.ts";
import { Button } from "../../design/parts/button.tsx";
import { Reconnecting } from "../../game-frame/action/action-panel.tsx";
import { CommandButton } from "../../game-frame/action/command-button.tsx";
import { isLost } from "../../game-frame/scene.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./battle.module.css";
import { HandCards } from "./hand/hand.tsx";
import { isPlayOf, playabilityOf } from "./hand/playability.ts";
import type { TablePart } from "./handling.ts";
import { canOnlyPass } from "./lone-acts.ts";
import { type FlowerWarScene, readerFor, say, texts } from "./texts.ts";

/** The lower part of the battle window: the viewer's cards and what to do, or whom the battle waits for. */
export function BattleAnswer(props: TablePart & { battle: Battle }) {
  const { scene, handling } = props;
  const { hand } = scene.view;
  const { awaiting } = scene.view.table;
  const mine = awaiting?.seat === scene.seat && !isLost(scene);
  useBattleKeys(props, mine);
  if (awaiting === null) return null;
  return (
    <div className={styles.answer}>
      <section className={styles.hand} aria-label={i18n._("Your hand")}>
        <h3>{mine ? title(scene) : i18n._("Your hand")}</h3>
        <HandCards
          hand={hand}
          playability={playabilityOf(scene)}
          chosen={mine ? handling.card : null}
          onCard={(held) =>
            handling.point(canPlay(scene.legal, held) && mine ? { card: held.id } : { reading: held })
          }
        />
      </section>
      {isLost(scene) ? (
        <p className={styles.waiting} role="status">
          <Reconnecting />
        </p>
      ) : mine ? (
        <Answer {...props} />
      ) : (
        <p className={styles.waiting} role="status">
          {say(decisionSentence(awaiting, texts(), readerFor(scene)))}
        </p>
      )}
    </div>
  );
}

function title(scene: FlowerWarScene): string {
  if (scene.view.table.awaiting?.decision === "pay") {
    return i18n._("You lost and have no skulls: give up a card");
  }
  return canOnlyPass(scene) ? i18n._("Your answer: pass") : i18n._("Your answer: play a card or pass");
}

function Answer({ scene, handling, battle }: TablePart & { battle: Battle }) {
  const { held, refusal } = handling;
  const command = held === null ? null : answerWith(scene.legal, held);
  const pass = scene.legal.some(({ type }) => type === "pass");
  const mustPass = canOnlyPass(scene);
  const reader = readerFor(scene);
  return (
    <div className={styles.do}>
      <p aria-live="polite">
        {held === null
          ? scene.view.table.awaiting?.decision === "pay"
            ? i18n._("It goes into the winner's hand.")
            : handling.passes
              ? i18n._("You pass as long as none of your cards can be played.")
              : mustPass
                ? i18n._("None of your cards can be played now. Pass.")
                : i18n._("Choose a card, or pass.")
          : preview(held, battle, scene.seat)}
      </p>
      {refusal === null ? null : <p role="alert">{refusal}</p>}
      {mustPass ? null : (
        <CommandButton command={command} sending={handling} tone="go">
          {command === null
            ? i18n._("Choose a card")
            : say(commandWords(command, scene.view, texts(), reader).button)}
        </CommandButton>
      )}
      {pass ? (
        <CommandButton command={{ type: "pass" }} sending={handling} shortcut="P">
          {i18n._("Pass")}
        </CommandButton>
      ) : null}
      {mustPass ? (
        <Button onClick={() => handling.setPasses(!handling.passes)}>
          {handling.passes ? i18n._("Ask me again") : i18n._("Pass until I can play a card")}
        </Button>
      ) : null}
    </div>
  );
}

/** What a card adds to a total; others are said in words. */
const ADDS: Readonly<Record<string, number>> = {
  macuahuitl: 1,
  "obsidian-edge": 2,
  "eagle-knight": 3,
  "jaguar-knight": 2,
  atlatl: 2,
  chimalli: 2,
};

function preview({ card }: HeldCard, battle: Battle, seat: string | null): string {
  const { name, rule } = cardWords(card, texts());
  const more = ADDS[card];
  if (more === undefined) return `${name}: ${say(rule)}`;
  const side: Side = battle.attacker === seat ? "attacker" : "defender";
  const other: Side = side === "attacker" ? "defender" : "attacker";
  return i18n._("{name}: the score would be {own} to {their}.", {
    name,
    own: battle.totals[side] + more,
    their: battle.totals[other],
  });
}

const canPlay = (legal: readonly Command[], held: HeldCard): boolean => answerWith(legal, held) !== null;

function answerWith(legal: readonly Command[], { id }: HeldCard): Command | null {
  return legal.find((command) => isPlayOf(command, id)) ?? null;
}

function useBattleKeys({ scene, handling }: TablePart, mine: boolean): void {
  const pass = mine && scene.legal.some(({ type }) => type === "pass");
  useKeys(
    {
      ...(pass && { p: () => handling.send({ type: "pass" }) }),
      ...digitKeys(scene.view.hand, (held) => {
        if (mine && canPlay(scene.legal, held)) handling.point({ card: held.id });
      }),
    },
    true,
  );
}
