import { join } from "node:path";

const CONDITIONS = ["@flower-war/source", "module", "node"];

/** A package that is loaded by `createRequire` becomes a part of the bundle. */
const REQUIRED = {
  name: "required-packages",
  transform(code: string) {
    const [call, name] = /createRequire\(import\.meta\.url\)\("([\w-]+)"\)/.exec(code) ?? [];
    if (call === undefined) return null;
    return { code: `import required from "${name}";\n${code.replace(call, "required")}`, map: null };
  },
};

/**
 * Returns Vite's settings for the bridge as one file with all that it depends on.
 * @param root of the clone
 */
export function bridgeBundle(root: string, outDir: string) {
  return {
    root: join(root, "bridge"),
    configFile: false as const,
    logLevel: "error" as const,
    plugins: [REQUIRED],
    resolve: { conditions: CONDITIONS },
    ssr: {
      target: "node" as const,
      noExternal: true as const,
      external: ["@pm2/io", "msgpackr-extract"],
      resolve: { conditions: CONDITIONS },
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node24",
      minify: false,
      rolldownOptions: { input: { main: join(root, "bridge/src/main.ts") } },
    },
  };
}
