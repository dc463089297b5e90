import { CLOCK_PROFILES, type ClockProfile } from "@flower-war/client-sdk";
import { Icon } from "../design/parts/icon.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./fields.module.css";
import type { MatchSettings } from "./match-settings.ts";

interface Props {
  readonly settings: MatchSettings;
  readonly onChange: (changes: Partial<MatchSettings>) => void;
}

/** How long a turn may take, and who may come. */
export function TimesField({ settings, onChange }: Props) {
  return (
    <Panel title={i18n._("Clock")} className={styles.panel}>
      <Segments
        label={i18n._("Clock")}
        options={CLOCK_PROFILES.map((value) => ({ value, label: CLOCKS[value].label() }))}
        value={settings.clock}
        onChange={(clock) => onChange({ clock })}
      />
      <h2>{i18n._("Who can join")}</h2>
      <Segments
        label={i18n._("Who can join")}
        options={[
          { value: true, label: <Labelled icon="lock">{i18n._("with the link")}</Labelled> },
          { value: false, label: <Labelled icon="globe">{i18n._("anyone")}</Labelled> },
        ]}
        value={settings.private}
        onChange={(isPrivate) => onChange({ private: isPrivate })}
      />
      <h2>{i18n._("Chat")}</h2>
      <Segments
        label={i18n._("Chat")}
        options={[
          { value: false, label: <Labelled icon="speech">{i18n._("on")}</Labelled> },
          { value: true, label: <Labelled icon="mute">{i18n._("silent")}</Labelled> },
        ]}
        value={settings.silent}
        onChange={(silent) => onChange({ silent })}
      />
    </Panel>
  );
}

/** Each clock in a word, and in a sentence. */
const CLOCKS: {
  readonly [P in ClockProfile]: { readonly label: () => string; readonly about: () => string };
} = {
  none: { label: () => i18n._("none"), about: () => i18n._("No clock: take all the time you want") },
  quick: {
    label: () => i18n._("30 s"),
    about: () => i18n._("30 seconds a turn and a minute in reserve, then the server plays"),
  },
  relaxed: {
    label: () => i18n._("2 min"),
    about: () => i18n._("2 minutes a turn and 5 in reserve, then the server plays"),
  },
  days: { label: () => i18n._("3 days"), about: () => i18n._("3 days a turn, then the server plays") },
};

/** Returns a clock in a sentence. */
export const describeClock = (profile: ClockProfile): string => CLOCKS[profile].about();

/** What stands on a choice: an icon and a word. */
const Labelled = ({ icon, children }: { readonly icon: string; readonly children: string }) => (
  <>
    <Icon id={icon} /> {children}
  </>
);
