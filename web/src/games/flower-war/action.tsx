import {
  cardConditions,
  cardName,
  cardWords,
  commandWords,
  conditionSentence,
  type Decision,
  decisionSentence,
  firstUnmet,
  type HeldCard,
  outcomeSentence,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { SeatMark } from "../../design/parts/seat-mark.tsx";
import { ActionFrame, Steps, stepsUpTo } from "../../game-frame/action/action-frame.tsx";
import { CommandButton } from "../../game-frame/action/command-button.tsx";
import type { ActionParts } from "../../game-frame/game-parts.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./action.module.css";
import { ownBattle } from "./battle-words.ts";
import { Choices } from "./choices.tsx";
import { isPlayOf } from "./hand/playability.ts";
import type { Handling, TablePart } from "./handling.ts";
import { isIdleChoice } from "./idle-choices.ts";
import { OfferAction, Trade } from "./offer-action.tsx";
import { type FlowerWarScene, readerFor, say, texts } from "./texts.ts";

/** What the action panel shows of Flower War and Mexica. */
export const action: ActionParts<FlowerWarScene, Handling> = {
  describeEnd: (scene) => {
    const { outcome } = scene.view.table;
    if (outcome === null) return null;
    return {
      icon: <Drawing sheet="signs" id={outcome.winner === null ? "miquiztli" : "xochitl"} />,
      title: texts().outcomes[outcome.by],
      words: say(outcomeSentence(outcome, texts(), readerFor(scene))),
    };
  },
  isOut: ({ seat, view }) => seat !== null && (view.table.tribes[seat]?.out ?? 0) > 0,
  describeAwaited,
  hidden: () => i18n._("Hands stay hidden."),
  icons: {
    seat: (seat) => <SeatMark seat={seat} />,
    watching: <span className={styles.eye} />,
    played: <Drawing sheet="marks" id="die-1" />,
    out: <Drawing sheet="signs" id="miquiztli" />,
  },
  Decision,
  Waiting: ({ scene, handling }) =>
    ownBattle(scene.view) === null ? null : <ToBattle handling={handling} />,
};

/** Returns what is awaited, as a sentence. */
function describeAwaited(scene: FlowerWarScene): string {
  const { awaiting } = scene.view.table;
  return awaiting === null ? "" : say(decisionSentence(awaiting, texts(), readerFor(scene)));
}

function ToBattle({ handling, tone = "plain" }: Pick<TablePart, "handling"> & { tone?: "plain" | "go" }) {
  return (
    <Button tone={tone} onClick={() => handling.windows.show({ battle: true })}>
      {i18n._("To the battle")}
    </Button>
  );
}

function Decision(props: TablePart) {
  const { scene, handling } = props;
  const { awaiting, turn } = scene.view.table;
  const tight = handling.held !== null || AIMED.has(awaiting?.decision ?? "");
  return (
    <ActionFrame
      {...props}
      title={turn.seat === scene.seat ? i18n._("Your turn") : i18n._("Your decision")}
      hint={<Hint {...props} />}
      aside={tight ? null : <Trade scene={scene} handling={handling} />}
      tight={tight}
      className={styles.panel}
    >
      {tight ? null : <TurnSteps view={scene.view} />}
      <Answer {...props} />
    </ActionFrame>
  );
}

/** What is to be decided; with a chosen card what it does. */
function Hint({ scene, handling: { held } }: TablePart) {
  const { awaiting } = scene.view.table;
  const isOffering = awaiting?.decision === "sacrifice";
  if (held !== null && (isOffering || awaiting?.decision === "cards")) {
    const words = cardWords(held.card, texts());
    const unmet = firstUnmet(cardConditions(scene.view, held.card));
    return (
      <>
        <b className={styles.card}>{words.name}.</b>{" "}
        {say(unmet === null ? words.rule : conditionSentence(unmet, texts(), readerFor(scene)))}{" "}
        {isOffering ? <span className={styles.warning}>{i18n._("It ends your offerings.")}</span> : null}
      </>
    );
  }
  if (isOffering) return i18n._("Offer first: your first card ends the offerings.");
  const card = AIMED.has(awaiting?.decision ?? "") ? awaiting?.card : undefined;
  if (card === undefined) return describeAwaited(scene);
  const { name, short } = cardWords(card, texts());
  return (
    <>
      <b className={styles.card}>{name}.</b> {say(short)}.{" "}
      {isIdleChoice(scene) ? i18n._("Whoever you choose, nothing changes.") : null}
    </>
  );
}

/** Decisions whose choices need the room of the turn's steps and more, as a chosen card does. */
const AIMED: ReadonlySet<string> = new Set(["move", "challenge", "choose"]);

function Answer(props: TablePart) {
  const { scene, handling } = props;
  const decision = scene.view.table.awaiting?.decision;
  if (handling.held !== null && (decision === "sacrifice" || decision === "cards")) {
    return <CardAction {...props} held={handling.held} />;
  }
  switch (decision) {
    case "roll":
      return <RollAction {...props} />;
    case "move":
    case "challenge":
    case "choose":
      return <AimAction {...props} />;
    case "discard":
      return <DiscardAction {...props} />;
    case "sacrifice":
    case "cards":
      return <OfferAction {...props} />;
    case "battle":
    case "pay":
      return (
        <div className={styles.buttons}>
          <ToBattle handling={handling} tone="go" />
        </div>
      );
    default:
      return null;
  }
}

/** The parts of a turn as the panel shows them. */
const PHASES = {
  roll: () => i18n._("Roll"),
  land: () => i18n._("Land"),
  offer: () => i18n._("Offer"),
  cards: () => i18n._("Cards"),
  end: () => i18n._("End"),
};
type Phase = keyof typeof PHASES;

const PHASE_OF: { readonly [D in Decision]: Phase } = {
  roll: "roll",
  move: "land",
  challenge: "land",
  battle: "land",
  pay: "land",
  choose: "land",
  discard: "land",
  sacrifice: "offer",
  cards: "cards",
};

/** The part of the viewer's own turn that the match is in; `null`: it is not their turn. */
export function phaseOf({ table, seat }: View): Phase | null {
  const { awaiting, turn } = table;
  if (awaiting === null || seat === null || turn.seat !== seat) return null;
  return PHASE_OF[awaiting.decision];
}

/** The parts of the viewer's turn. */
function TurnSteps({ view }: { view: View }) {
  const open = phaseOf(view);
  if (open === null) return null;
  return <Steps label={i18n._("Parts of your turn")} steps={stepsUpTo(open, PHASES)} />;
}

/** The roll that every turn begins with. */
function RollAction({ handling }: TablePart) {
  return (
    <div className={styles.buttons}>
      <CommandButton
        command={{ type: "roll" }}
        sending={handling}
        tone="gold"
        shortcut="R"
        className={styles.large}
      >
        <Drawing sheet="marks" id="die-5" className={styles.icon} />
        {i18n._("Roll the die")}
      </CommandButton>
      <Button aria-disabled className={styles.later}>
        {i18n._("Offer after landing")}
      </Button>
    </div>
  );
}

/** A decision whose answer is a target: how far to go, whom to challenge, whom a Day card meets. */
function AimAction(props: TablePart) {
  const { scene, handling } = props;
  const { aimed } = handling;
  const { card } = scene.view.table.awaiting ?? {};
  const pass = scene.legal.some(({ type }) => type === "pass");
  const words = aimed === null ? null : commandWords(aimed, scene.view, texts(), readerFor(scene));
  return (
    <div className={styles.aim}>
      <Choices {...props} />
      <div className={styles.buttons}>
        <CommandButton command={aimed} sending={handling} tone="go" className={styles.confirm}>
          {words === null ? (
            i18n._("Choose on the board")
          ) : (
            <span>
              {say(words.button)}
              {card === undefined ? <small>{say(words.does)}</small> : null}
            </span>
          )}
        </CommandButton>
        {pass ? (
          <CommandButton command={{ type: "pass" }} sending={handling} shortcut="P">
            {i18n._("Challenge nobody")}
          </CommandButton>
        ) : null}
      </div>
    </div>
  );
}

/** What can be done with the chosen card: play it, at a target if it needs one, or discard it. */
function CardAction(props: TablePart & { held: HeldCard }) {
  const { scene, handling, held } = props;
  const reader = readerFor(scene);
  const plays = scene.legal.filter((command) => isPlayOf(command, held.id));
  const ready = plays.length === 1 ? (plays[0] ?? null) : handling.aimed;
  return (
    <>
      {plays.length > 1 ? <Choices {...props} /> : null}
      <div className={styles.buttons}>
        {plays.length === 0 ? null : (
          <CommandButton command={ready} sending={handling} tone="rain" className={styles.large}>
            {ready === null
              ? i18n._("Choose on the board")
              : say(commandWords(ready, scene.view, texts(), reader).button)}
          </CommandButton>
        )}
        <CardButtons {...props} />
      </div>
    </>
  );
}

function CardButtons({ scene, handling, held }: TablePart & { held: HeldCard }) {
  const discard = scene.legal.some((command) => command.type === "discard" && command.card === held.id);
  return (
    <>
      {discard ? (
        <Button
          className={styles.minor}
          aria-disabled={handling.busy}
          onClick={() => handling.point({ question: "discard" })}
        >
          {i18n._("Discard")}
        </Button>
      ) : null}
      <Button className={styles.minor} onClick={() => handling.point({ reading: held })}>
        {i18n._("Read")}
      </Button>
      <Button className={styles.minor} onClick={() => handling.point({ card: null, pick: {} })}>
        {i18n._("Back")}
      </Button>
    </>
  );
}

/** A card that the viewer has to discard: chosen in the hand, then confirmed. */
function DiscardAction({ handling }: TablePart) {
  const { held } = handling;
  if (held === null) return <p className={styles.aside}>{i18n._("Choose the card in your hand.")}</p>;
  return (
    <div className={styles.buttons}>
      <CommandButton
        command={{ type: "discard-card", card: held.id }}
        sending={handling}
        tone="go"
        className={styles.large}
      >
        {i18n._("Discard {card}", { card: cardName(held.card, texts()) })}
      </CommandButton>
    </div>
  );
}
