import { join } from "node:path";
import { rolldown } from "rolldown";

/** Bundles a scenario into one file that k6 can load. Resolves with its path. */
export async function bundle(scenario: string): Promise<string> {
  const file = join(import.meta.dirname, `../dist/${scenario}.js`);
  const bundler = await rolldown({
    input: join(import.meta.dirname, `scenarios/${scenario}.ts`),
    platform: "neutral",
    external: [/^k6(\/|$)/],
    resolve: {
      mainFields: ["browser", "module", "main"],
      conditionNames: ["@flower-war/source", "browser", "import", "default"],
    },
  });
  await bundler.write({ file, format: "es" });
  await bundler.close();
  return file;
}
