/** Brings the catalogues up to the texts of the code: `npm run texts -w web`. */
import { execFileSync } from "node:child_process";
import { runTool } from "../../protocol/tools/tool.ts";
import { readCatalogs, type Texts } from "./catalogs.ts";

const USAGE = `Writes the texts of the code into all catalogues (docs/translate.md). A text whose English changed keeps its translation,
marked as fuzzy, with the former English text in a comment.

usage: npm run texts -w web`;

/** How many of two texts' words must be the same for one to be the other, changed. */
const ALIKE = 0.5;

await runTool(USAGE, async () => {
  const former = await readCatalogs();
  execFileSync("lingui", ["extract", "--clean"], { stdio: "inherit" });
  for (const { catalog, locale, texts } of await readCatalogs()) {
    const before =
      former.find((each) => each.catalog.path === catalog.path && each.locale === locale)?.texts ?? {};
    const changed = markChanged(texts, before);
    if (changed > 0) await catalog.write(locale, texts);
    if (changed > 0) console.log(`${locale}: ${changed} changed, see docs/translate.md`);
  }
});

/** Gives new texts the translation of the removed one that they are most like, as gettext's msgmerge does. Returns how many. */
function markChanged(texts: Texts, before: Texts): number {
  const removed = Object.entries(before).filter(([id, { translation }]) => !(id in texts) && translation);
  const added = Object.entries(texts).filter(([, { translation }]) => !translation);
  let changed = 0;
  for (const [id, message] of added) {
    const [best] = removed
      .map(([former, { translation }]) => ({ former, translation, likeness: likenessOf(former, id) }))
      .filter(({ likeness }) => likeness >= ALIKE)
      .toSorted((a, b) => b.likeness - a.likeness);
    if (best === undefined) continue;
    message.translation = best.translation ?? "";
    message.extra = { flags: ["fuzzy"], translatorComments: [`was: ${best.former}`] };
    changed += 1;
  }
  return changed;
}

/** From 0 to 1: the share of words that both texts have. */
function likenessOf(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => new Set(text.toLowerCase().split(/[^\p{L}\p{N}{}]+/u))) as [
    Set<string>,
    Set<string>,
  ];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared);
}
