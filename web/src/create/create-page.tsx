import { Suspense, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { nameOf, paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { TopBar } from "../design/page/frame.tsx";
import { Form } from "../design/parts/field.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { host } from "../session/host.ts";
import { rememberedName, rememberName } from "../session/memory.ts";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./create-page.module.css";
import { OptionsField, TimesField } from "./fields.tsx";
import { firstSettings, usePresets } from "./first-settings.ts";
import { change, type MatchSettings, requestOf } from "./match-settings.ts";
import { GameChoice, PresetsField } from "./presets-field.tsx";
import { SeatsField } from "./seats-field.tsx";
import { Summary } from "./summary.tsx";

/** A new match: how it is played at the left, the result in words at the right. */
export function CreatePage() {
  usePage(i18n._("A new table"));
  const [search] = useSearchParams();
  const presets = usePresets();
  const [settings, setSettings] = useState(() => firstSettings(search.get("game")));
  const [name, setName] = useState(rememberedName);
  const [, goTo] = useLocation();
  const action = useAction();
  const edit = (changes: Partial<MatchSettings>) => {
    action.clear();
    setSettings((before) => change(before, changes));
  };
  const create = () => {
    const given = name.trim();
    rememberName(given);
    action.run(async () => {
      const { match } = await sitDown(host.create(requestOf(settings, given)));
      goTo(paths.match(nameOf(match)));
    });
  };

  return (
    <div className={styles.page}>
      <TopBar actions={<GoButton to={paths.lobby}>{i18n._("Cancel")}</GoButton>}>
        <h1 tabIndex={-1}>{i18n._("A new table")}</h1>
        <GameChoice presets={presets} settings={settings} onChange={edit} />
      </TopBar>
      <main>
        <Form className={styles.form} aria-busy={action.busy} onSubmit={create}>
          <div className={styles.choices}>
            <PresetsField presets={presets} settings={settings} onChange={edit} />
            <SeatsField settings={settings} name={name} onChange={edit} />
            <TimesField settings={settings} onChange={edit} />
            <Suspense fallback={null}>
              <OptionsField settings={settings} error={action.error} onChange={edit} />
            </Suspense>
          </div>
          <Summary
            presets={presets}
            settings={settings}
            name={name}
            action={action}
            onName={setName}
            onTitle={(title) => edit({ title })}
          />
        </Form>
      </main>
    </div>
  );
}
