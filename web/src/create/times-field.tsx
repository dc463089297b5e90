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
        options={CLOCK_PROFILES.map((value) => ({ value, label: describeProfile(value) }))}
        value={settings.clock}
        onChange={(clock) => onChange({ clock })}
      />
      <h2>{i18n._("Who can join")}</h2>
      <Segments
        label={i18n._("Who can join")}
        options={[
          {
            value: true,
            label: (
              <>
                <Icon id="lock" /> {i18n._("with the link")}
              </>
            ),
          },
          {
            value: false,
            label: (
              <>
                <Icon id="globe" /> {i18n._("anyone")}
              </>
            ),
          },
        ]}
        value={settings.private}
        onChange={(isPrivate) => onChange({ private: isPrivate })}
      />
      <h2>{i18n._("Chat")}</h2>
      <Segments
        label={i18n._("Chat")}
        options={[
          {
            value: false,
            label: (
              <>
                <Icon id="speech" /> {i18n._("on")}
              </>
            ),
          },
          {
            value: true,
            label: (
              <>
                <Icon id="mute" /> {i18n._("silent")}
              </>
            ),
          },
        ]}
        value={settings.silent}
        onChange={(silent) => onChange({ silent })}
      />
    </Panel>
  );
}

function describeProfile(profile: ClockProfile): string {
  switch (profile) {
    case "none":
      return i18n._("none");
    case "quick":
      return i18n._("30 s");
    case "relaxed":
      return i18n._("2 min");
    case "days":
      return i18n._("3 days");
  }
}

/** Returns a clock in a sentence. */
export function describeClock(profile: ClockProfile): string {
  switch (profile) {
    case "none":
      return i18n._("No clock: take all the time you want");
    case "quick":
      return i18n._("30 seconds a turn and a minute in reserve, then the server plays");
    case "relaxed":
      return i18n._("2 minutes a turn and 5 in reserve, then the server plays");
    case "days":
      return i18n._("3 days a turn, then the server plays");
  }
}
