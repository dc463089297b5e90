import { readFile } from "node:fs/promises";
import { createCompiledCatalog } from "@lingui/cli/api";
import { lingui } from "@lingui/vite-plugin";
import type { Plugin } from "vite";
import { PO } from "./lingui.config.ts";

/**
 * Vite plugins: compile the catalogues of the page's texts. A translation is a file, `es.po`. The English texts are its keys:
 * `es.po?english`.
 */
export function texts(): (Plugin | Plugin[])[] {
  return [lingui({ cwd: import.meta.dirname }), english()];
}

function english(): Plugin {
  return {
    name: "english-texts",
    enforce: "pre",
    // Named as the language that it has, so that its file is.
    async resolveId(source, importer) {
      if (!source.endsWith("/es.po?english")) return null;
      const found = await this.resolve(source.replace("?english", ""), importer);
      return found === null ? null : found.id.replace(/es\.po$/, "en.po?english");
    },
    async load(id) {
      if (!id.endsWith("/en.po?english")) return null;
      this.addWatchFile(fileOf(id));
      return { code: await compileEnglish(id), map: null, moduleType: "js" };
    },
  };
}

/** Returns the file of translations whose keys a module of English texts has. @param id the module's */
const fileOf = (id: string): string => id.replace(/en\.po\?english$/, "es.po");

/** Compiles English texts to a module. @param id the module's */
async function compileEnglish(id: string): Promise<string> {
  const filename = fileOf(id);
  const catalog = await PO.parse(await readFile(filename, "utf8"), {
    locale: "es",
    sourceLocale: "en",
    filename,
  });
  const messages = Object.fromEntries(Object.keys(catalog).map((text) => [text, text]));
  const { source, errors } = createCompiledCatalog("en", messages, { namespace: "es" });
  if (errors.length > 0)
    throw new Error(`${filename}: ${errors.map(({ error }) => error.message).join(", ")}`);
  return source;
}
