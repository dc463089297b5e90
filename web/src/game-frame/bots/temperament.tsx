import { readBotName } from "@flower-war/client-sdk/players";
import { nameInText } from "../../session/bot.tsx";
import { SeatSign } from "../../session/seat-sign.tsx";
import { i18n } from "../../texts/index.ts";
import styles from "./temperament.module.css";

/** What bots are like, by the day that they are named after. It says nothing of how they play: that is their kind. */
const TEMPERAMENTS: Readonly<Record<string, (who: string) => string>> = {
  cipactli: (who) => i18n._("{who} lies still and says nothing.", { who }),
  ehecatl: (who) => i18n._("{who} hums along with the wind.", { who }),
  calli: (who) => i18n._("{who} would rather sit by the fire at home.", { who }),
  cuetzpalin: (who) => i18n._("{who} basks in the sun between turns.", { who }),
  coatl: (who) => i18n._("{who} thinks in long circles.", { who }),
  miquiztli: (who) => i18n._("{who} grins and does not say why.", { who }),
  mazatl: (who) => i18n._("{who} looks up at every sound.", { who }),
  tochtli: (who) => i18n._("{who} laughs at good luck and bad.", { who }),
  atl: (who) => i18n._("{who} goes with whatever comes.", { who }),
  itzcuintli: (who) => i18n._("{who} wags at every player who sits down.", { who }),
  ozomahtli: (who) => i18n._("{who} cannot stop making faces.", { who }),
  malinalli: (who) => i18n._("{who} bends, and stands up again.", { who }),
  acatl: (who) => i18n._("{who} sits very straight and is proud of it.", { who }),
  ocelotl: (who) => i18n._("{who} paces up and down before each turn.", { who }),
  cuauhtli: (who) => i18n._("{who} looks down on the table from high above.", { who }),
  cozcacuauhtli: (who) => i18n._("{who} has all the time in the world.", { who }),
  olin: (who) => i18n._("{who} shakes the table with one knee.", { who }),
  tecpatl: (who) => i18n._("{who} has a sharp tongue and holds it.", { who }),
  quiahuitl: (who) => i18n._("{who} sighs like rain on a roof.", { who }),
  xochitl: (who) => i18n._("{who} brought a flower for each player.", { who }),
};

interface Props {
  readonly seat: string;
  readonly name: string;
}

/** A line of the log that says what a bot is like; nothing of people, and of bots without a name of their own. */
export function Temperament({ seat, name }: Props) {
  const bot = readBotName(name);
  const describe = bot === null ? undefined : TEMPERAMENTS[bot.day];
  return describe === undefined ? null : (
    <p className={styles.line}>
      <SeatSign seat={seat} size="small" />
      <span>{describe(nameInText(name))}</span>
    </p>
  );
}
