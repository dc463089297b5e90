import { useState } from "react";
import { type Preferences, prefer, usePreferences } from "../../base/preferences.ts";
import { chooseLanguage, currentLanguage, i18n, LANGUAGES, type Language } from "../../texts/index.ts";
import { Check } from "../parts/field.tsx";
import { Segments } from "../parts/segments.tsx";
import styles from "./settings.module.css";

/** Language, theme, how fast things move, and what the page does by itself. */
export function SettingsFields() {
  const { theme, speed, acts, rolls } = usePreferences();
  return (
    <div className={styles.fields}>
      <LanguageField />
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
      <p>{i18n._("Turns")}</p>
      <div>
        <Check checked={acts} onChange={(wanted) => prefer({ acts: wanted })}>
          {i18n._("Make forced moves for me")}
        </Check>
        {acts ? (
          <Check checked={rolls} onChange={(wanted) => prefer({ rolls: wanted })}>
            {i18n._("Roll and toss for me, too")}
          </Check>
        ) : null}
      </div>
    </div>
  );
}

/** The page's language. What is chosen is shown at once; if it cannot be loaded, the page keeps the language that it has. */
function LanguageField() {
  const [loading, setLoading] = useState<Language | null>(null);
  const [failed, setFailed] = useState(false);
  const choose = async (language: Language) => {
    setLoading(language);
    setFailed(false);
    try {
      await chooseLanguage(language);
    } catch {
      setFailed(true);
    }
    setLoading((latest) => (latest === language ? null : latest));
  };
  return (
    <>
      <p>{i18n._("Language")}</p>
      <div>
        <Segments
          label={i18n._("Language")}
          value={loading ?? currentLanguage()}
          options={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
          onChange={(language) => void choose(language)}
        />
        <p role="alert" className={styles.failure}>
          {failed
            ? i18n._("This language could not be loaded. Check your connection and choose it again.")
            : null}
        </p>
      </div>
    </>
  );
}
