import { cardName, type Command, spaceName, tradePrice } from "@flower-war/client-sdk/flower-war";
import type { ReactNode } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { Dialog } from "../../design/parts/dialog.tsx";
import { CommandButton } from "../../game-frame/action/command-button.tsx";
import { i18n } from "../../texts/index.ts";
import { CardPicture } from "./hand/card.tsx";
import { type FlowerWarScene, texts } from "./texts.ts";
import type { Handling } from "./handling.ts";
import styles from "./questions.module.css";

interface QuestionsProps {
  readonly scene: FlowerWarScene;
  readonly handling: Handling;
}

/** Asks once more before a trade and a discard, and says what follows from them. */
export function Questions(props: QuestionsProps) {
  switch (props.handling.question) {
    case "trade":
      return <TradeQuestion {...props} />;
    case "discard":
      return <DiscardQuestion {...props} />;
    case null:
      return null;
  }
}

function TradeQuestion({ scene, handling }: QuestionsProps) {
  const skulls = tradePrice(scene.view.table);
  return (
    <Question
      handling={handling}
      title={i18n._("Trade {skulls} skulls?", { skulls })}
      yes={i18n._("Trade {skulls}", { skulls })}
      no={i18n._("Not now")}
      command={{ type: "trade" }}
    >
      <div className={styles.picture} aria-hidden="true">
        <span className={styles.skulls}>
          {Array.from({ length: skulls }, (_, index) => (
            <Drawing key={index} sheet="marks" id="skull" />
          ))}
        </span>
        <span className={styles.arrow} />
        <Drawing sheet="cards" id="back-day" className={styles.back} />
      </div>
      <p>
        {i18n._("The skulls leave play, and no god counts them. You draw one Day card, and it acts at once.")}
      </p>
      <p className={styles.warning}>{i18n._("After it you cannot offer this turn.")}</p>
    </Question>
  );
}

function DiscardQuestion({ scene, handling }: QuestionsProps) {
  const { held } = handling;
  if (held === null) return null;
  const { table } = scene.view;
  const space = table.tribes[table.turn.seat]?.space ?? 1;
  const top = table.spaces[space - 1]?.top ?? null;
  return (
    <Question
      handling={handling}
      title={i18n._("Discard {card}?", { card: cardName(held.card, texts()) })}
      yes={i18n._("Discard")}
      no={i18n._("Keep it")}
      command={{ type: "discard", card: held.id }}
    >
      <div className={styles.picture}>
        <CardPicture card={held.card} size="hand" />
      </div>
      <p>
        {i18n._("It goes on top of {space}, face up and without effect.", { space: spaceName(space) })}{" "}
        {top === null ? null : i18n._("It covers {card}.", { card: cardName(top, texts()) })}
      </p>
      {table.awaiting?.decision === "sacrifice" ? (
        <p className={styles.warning}>{i18n._("After it you cannot offer any more this turn.")}</p>
      ) : null}
    </Question>
  );
}

interface QuestionProps {
  readonly handling: Handling;
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  /** What is sent at a yes. */
  readonly command: Command;
  readonly children: ReactNode;
}

function Question({ handling, title, yes, no, command, children }: QuestionProps) {
  const close = () => handling.point({ question: null });
  return (
    <Dialog title={title} onClose={close}>
      {children}
      <div className={styles.answers}>
        <CommandButton command={command} sending={handling} tone="go">
          {yes}
        </CommandButton>
        <Button onClick={close}>{no}</Button>
      </div>
    </Dialog>
  );
}
