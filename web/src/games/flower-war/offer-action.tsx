import {
  type Command,
  commandWords,
  type Condition,
  type ConditionCode,
  conditionSentence,
  firstUnmet,
  type God,
  GODS,
  tradeConditions,
  tradePrice,
} from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../art/drawing.tsx";
import { CommandButton } from "../../game-frame/action/command-button.tsx";
import { Button } from "../../design/parts/button.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { readerFor, say, texts } from "./texts.ts";
import styles from "./action.module.css";
import type { TablePart } from "./handling.ts";

/** Offerings and the end of the turn. Cards are chosen in the hand. */
export function OfferAction(props: TablePart) {
  const { scene, handling } = props;
  const offers = GODS.toReversed().filter((god) =>
    scene.legal.some((command) => command.type === "sacrifice" && command.god === god),
  );
  return (
    <div className={styles.buttons}>
      {offers.map((god) => (
        <Offer key={god} god={god} {...props} />
      ))}
      <CommandButton command={{ type: "end-turn" }} sending={handling} tone="gold" shortcut="E">
        {i18n._("End turn")}
      </CommandButton>
    </div>
  );
}

/** The key of each god's offering. */
export const GOD_KEYS: { readonly [G in God]: string } = { tlaloc: "T", huitzilopochtli: "H" };

function Offer({ god, scene, handling }: TablePart & { god: God }) {
  const command: Command = { type: "sacrifice", god };
  const { does } = commandWords(command, scene.view, texts(), readerFor(scene));
  return (
    <CommandButton
      command={command}
      sending={handling}
      tone={god === "tlaloc" ? "rain" : "go"}
      shortcut={GOD_KEYS[god]}
      className={styles.offer}
      data-tip={`${texts().gods[god].name}\n${say(does)}`}
    >
      <Drawing sheet="marks" id={`shrine-${god}`} className={styles.icon} />
      <span>
        <small>{i18n._("Offer to")}</small> {texts().gods[god].name}
        <Unseen>. {say(does)}</Unseen>
      </span>
    </CommandButton>
  );
}

/** The trade with Tonantzin, or what it still needs. */
export function Trade({ scene, handling }: Pick<TablePart, "scene" | "handling">) {
  const { view, legal } = scene;
  if (view.table.awaiting?.decision !== "sacrifice") return null;
  const skulls = tradePrice(view.table);
  const open = legal.some(({ type }) => type === "trade");
  const unmet = firstUnmet(tradeConditions(view));
  const { name, about } = texts().things.trade;
  const why = unmet === null ? [] : [say(conditionSentence(unmet, texts(), readerFor(scene)))];
  return (
    <Button
      className={styles.trade}
      shortcut="O"
      aria-disabled={!open || handling.busy}
      data-tip={[name, about, ...why].join("\n")}
      onClick={() => {
        if (open) handling.point({ question: "trade" });
      }}
    >
      <span>
        {i18n._("Trade {skulls}", { skulls })}
        {unmet === null ? null : <small>{shortUnmet(unmet)}</small>}
        <Unseen>
          {i18n._("with Tonantzin.")} {why}
        </Unseen>
      </span>
    </Button>
  );
}

/** What the trade needs, in the words that fit on its button. */
function shortUnmet({ code, values: { cost, skulls } }: Condition<ConditionCode>): string {
  switch (code) {
    case "skulls":
      return i18n._("needs {more} more", { more: Number(cost) - Number(skulls) });
    case "not-offered":
      return i18n._("not after an offering");
    case "not-traded":
      return i18n._("done");
    default:
      return i18n._("not now");
  }
}
