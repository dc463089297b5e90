import { useId } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Unseen } from "../design/parts/panel.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { chooseLanguage, i18n, LANGUAGES, type Language } from "../texts/index.ts";
import { type Preferences, prefer, usePreferences } from "./preferences.ts";
import styles from "./settings.module.css";

/** A button that opens the page's settings. */
export function Settings() {
  const id = useId();
  return (
    <>
      <Button className={styles.button} popoverTarget={id}>
        <Icon id="gear" />
        <Unseen>{i18n._("Settings")}</Unseen>
      </Button>
      <div id={id} popover="auto" className={styles.popover} role="dialog" aria-label={i18n._("Settings")}>
        <SettingsFields />
      </div>
    </>
  );
}

/** Language, theme, and how fast things move. */
export function SettingsFields() {
  const { theme, speed } = usePreferences();
  return (
    <div className={styles.fields}>
      <p>{i18n._("Language")}</p>
      <Segments
        label={i18n._("Language")}
        value={i18n.locale as Language}
        options={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
        onChange={(language) => void chooseLanguage(language)}
      />
      <p>{i18n._("Colours")}</p>
      <Segments
        label={i18n._("Colours")}
        value={theme}
        options={[
          { value: "system", label: i18n._("as the system") },
          { value: "light", label: i18n._("light") },
          { value: "dark", label: i18n._("dark") },
        ]}
        onChange={(chosen) => prefer({ theme: chosen })}
      />
      <p>{i18n._("Motion")}</p>
      <Segments<Preferences["speed"]>
        label={i18n._("Motion")}
        value={speed}
        options={[
          { value: 1, label: "1×" },
          { value: 2, label: "2×" },
          { value: 0, label: i18n._("off") },
        ]}
        onChange={(chosen) => prefer({ speed: chosen })}
      />
    </div>
  );
}
