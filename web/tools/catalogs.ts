import { join } from "node:path";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";

const WEB = join(import.meta.dirname, "..");

type Catalog = Awaited<ReturnType<typeof getCatalogs>>[number];

/** Messages of a catalogue by their English texts. */
export type Texts = NonNullable<Awaited<ReturnType<Catalog["read"]>>> & {
  readonly [english: string]: {
    translation?: string;
    extra?: Record<string, unknown>;
    origin?: [string, number?][];
  };
};

/** Reads all catalogues of the page, in each language that they are translated to. */
export async function readCatalogs(): Promise<
  { catalog: Catalog; locale: string; file: string; texts: Texts }[]
> {
  const config = getConfig({ configPath: join(WEB, "lingui.config.ts"), cwd: WEB });
  const catalogs = await getCatalogs(config);
  const all = catalogs.flatMap((catalog) =>
    config.locales.map(async (locale) => {
      const texts = ((await catalog.read(locale)) ?? {}) as Texts;
      const file = `${catalog.path.replace("{locale}", locale).replace(`${WEB}/`, "")}.po`;
      return { catalog, locale, file, texts };
    }),
  );
  return Promise.all(all);
}
