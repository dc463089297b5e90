import { Drawing } from "../../art/drawing.tsx";
import { ActionFrame } from "../../game-frame/action/action-frame.tsx";
import { CommandButton } from "../../game-frame/action/command-button.tsx";
import type { ActionParts } from "../../game-frame/game-parts.ts";
import type { Sending } from "../../game-frame/sending.ts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import { type ActingPart, buttonsOf, type Command, type Own, type OwnScene, winnersOf } from "./own.ts";
import { OwnPart } from "./part.tsx";
import styles from "./action.module.css";

/** Returns what the action panel shows of a game. */
export function actionOf(own: Own): ActionParts<OwnScene, Sending<Command>> {
  return {
    describeEnd: (scene) => {
      const outcome = own.page.game.outcome(scene.view);
      if (outcome === null) return null;
      const [winner] = winnersOf(outcome);
      return {
        icon: winner === undefined ? <Drawing sheet="marks" id="die-5" /> : <SeatSign seat={winner} />,
        title: i18n._("The end"),
        words: own.words.sayAll(own.outcomeSentences(outcome, own.words.readerFor(scene))),
      };
    },
    isOut: () => false,
    describeAwaited: (scene) => describeAwaited(own, scene),
    hidden: () => null,
    icons: {
      seat: (seat) => <SeatSign seat={seat} />,
      watching: <Drawing sheet="sisters" id="i-eye" />,
      played: <Drawing sheet="marks" id="die-5" />,
      out: null,
    },
    Decision: (props) => <Decision own={own} {...props} />,
  };
}

/** The viewer's decision: by default a button for each command that no thing on the table sends, those of one kind together. */
function Decision({ own, ...props }: ActingPart & { readonly own: Own }) {
  const { scene } = props;
  return (
    <ActionFrame
      {...props}
      title={i18n._("Your turn")}
      hint={describeAwaited(own, scene)}
      className={styles.panel}
    >
      <OwnPart own={own} part={props} name="Decision" plain={<Buttons own={own} {...props} />} />
    </ActionFrame>
  );
}

function Buttons({ own, scene, handling }: ActingPart & { readonly own: Own }) {
  const buttons = buttonsOf(own, scene);
  const groups = Map.groupBy(buttons, ({ type }) => type);
  const reader = own.words.readerFor(scene);
  return (
    <div className={styles.groups}>
      {[...groups].map(([type, commands]) => (
        <div key={type} className={styles.group}>
          {commands.map((command) => {
            const digit = buttons.indexOf(command) + 1;
            return (
              <CommandButton
                key={JSON.stringify(command)}
                command={command}
                sending={handling}
                tone={buttons.length === 1 ? "go" : "plain"}
                {...(digit <= 9 && own.table.keys === undefined && { shortcut: String(digit) })}
              >
                {own.commandWords(command, reader)}
              </CommandButton>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Returns what the match waits for, as a sentence to the viewer. */
function describeAwaited(own: Own, { awaiting, seat, people }: OwnScene): string {
  const mine = awaiting.find((each) => each.seat === seat);
  if (mine !== undefined) return own.texts.decisions[mine.decision] ?? "";
  if (awaiting.length === 0) return "";
  const reader = own.words.readerFor({ seat, people });
  return i18n._("Waiting for {names}", {
    names: own.words.sayList(awaiting.map((each) => reader.nameOf(each.seat))),
  });
}
