import { join } from "node:path";
import { rolldown } from "rolldown";

/** Bundles a scenario into one file that k6 can load; returns its path. */
export async function bundle(scenario: string): Promise<string> {
  const file = join(import.meta.dirname, `../dist/${scenario}.js`);
  const made = await rolldown({
    input: join(import.meta.dirname, `scenarios/${scenario}.ts`),
    platform: "neutral",
    external: [/^k6(\/|$)/],
    resolve: {
      mainFields: ["browser", "module", "main"],
      conditionNames: ["@flower-war/source", "browser", "import", "default"],
    },
  });
  await made.write({ file, format: "es" });
  await made.close();
  return file;
}
