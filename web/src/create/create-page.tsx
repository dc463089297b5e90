import type { GameName } from "@flower-war/client-sdk";
import { Suspense, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { nameOf, paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { TopBar } from "../design/page/frame.tsx";
import { Form } from "../design/parts/field.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { CATALOG, catalogEntry } from "../games/catalog.ts";
import { FAMILY_NAMES, familyOf, PRESETS, type Preset, presetsOf, readPresets } from "../presets/presets.ts";
import { host } from "../session/host.ts";
import { rememberedName, rememberName } from "../session/memory.ts";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import styles from "./create-page.module.css";
import { OptionsField, TimesField } from "./fields.tsx";
import { change, type MatchSettings, requestOf } from "./match-settings.ts";
import { PresetsField } from "./presets-field.tsx";
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
  const chooseFamily = (game: GameName) => {
    const [first] = presetsOf(game, presets);
    if (first !== undefined) edit({ game: first.game, options: first.options });
  };

  return (
    <div className={styles.page}>
      <TopBar actions={<GoButton to={paths.lobby}>{i18n._("Cancel")}</GoButton>}>
        <h1 tabIndex={-1}>{i18n._("A new table")}</h1>
        <Segments
          label={i18n._("Game")}
          look="pills"
          options={FAMILY_NAMES.map((value) => ({ value, label: CATALOG[value].title }))}
          value={familyOf(settings.game)}
          onChange={chooseFamily}
        />
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

/** Returns the presets that the server offers; until it has answered, and if it does not, those of this version. */
function usePresets(): readonly Preset[] {
  const { answer } = useAnswer("presets", async () => {
    const listings = await host.listGames().catch(() => null);
    // How many minutes they take is not known without the server.
    return listings === null ? PRESETS.map((preset) => ({ ...preset, minutes: {} })) : readPresets(listings);
  });
  return answer ?? PRESETS;
}

function firstSettings(game: string | null): MatchSettings {
  const wanted = game !== null && catalogEntry(game) !== undefined ? (game as GameName) : "flower-war";
  const preset = presetsOf(wanted, PRESETS).find((each) => each.game === wanted);
  return {
    game: wanted,
    options: preset?.options ?? {},
    seats: CATALOG[wanted].seats.default,
    sitters: {},
    title: "",
    clock: "relaxed",
    private: false,
    admission: "anyone",
    silent: false,
    watching: 0,
    takeBacks: false,
    pauses: 0,
    holidays: 0,
    handOvers: "no",
    judges: false,
  };
}
