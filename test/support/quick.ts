import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./root.ts";

/** A test that imports one of these, itself or through other files, starts a process, a broker or a browser. */
const SLOW_MODULES = ["node:child_process", "aedes", "playwright-core", "puppeteer-core"];

/** Sources that can start a process, but do not for every test that imports them. */
const PRODUCT = /^(bridge|cli|devices|server)\/src\//;

/** Tests for which these sources do: skilled bots are processes of the server. */
const BOT_TESTS = /^server\/test\/(bots\/|match\/bots\.)/;

/** Tests that take seconds because they play matches by the hundred. */
const MATCH_TESTS =
  /^(simulate\/test\/(simulate|minutes|tune)|rules\/test\/(skilled|games-)|server\/test\/match\/outbound\/views|test\/random-witnesses)/;

/** Tests that take seconds because they build the page. */
const BUILD_TESTS = /^web\/test\/(budget|texts)/;

/** Tests that mock modules or depend on a module's state: each file loads its own modules. */
const MODULE_TESTS =
  /^(bridge\/test\/metrics|loadtest\/test\/scenarios|server\/test\/(games\/faulty-games|http\/api-page|storage\/private-files)|test\/(chosen-dice|dependencies|regular-expressions|quick))/;

const IMPORT = /^(?:import|export)(?! type)[^"';]*?"([^"]+)"/gm;

/** Returns all test files of the project, each as a path from its root. */
export function listTests(): string[] {
  return globSync("{*/test,test,create/template}/**/*.test.ts", {
    cwd: ROOT,
    exclude: ["**/node_modules"],
  }).toSorted();
}

/** Returns the tests that play matches by the hundred. */
export function listMatchTests(): string[] {
  return listTests().filter((test) => MATCH_TESTS.test(test));
}

/** Returns the tests that load their own modules. The others share loaded modules: importing a server takes longer than most tests. */
export function listModuleTests(): string[] {
  return listTests().filter((test) => MODULE_TESTS.test(test));
}

/** Returns the tests that start a process, a broker or a browser (those whose imports, direct or not, can), or build the page. */
export function listSystemTests(): string[] {
  const imports = new Map<string, readonly string[]>();
  const isSystemTest = (test: string): boolean => {
    if (BOT_TESTS.test(test) || BUILD_TESTS.test(test)) return true;
    if (MATCH_TESTS.test(test)) return false;
    const files = new Set([test]);
    for (const file of files) {
      const names = imports.get(file) ?? readImports(file);
      imports.set(file, names);
      if (names.some((name) => SLOW_MODULES.includes(name))) return true;
      for (const name of names) if (name.startsWith(".")) files.add(join(dirname(file), name));
    }
    return false;
  };
  return listTests().filter(isSystemTest);
}

function readImports(path: string): string[] {
  const file = join(ROOT, path);
  if (!path.endsWith(".ts") || !existsSync(file)) return [];
  const names = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, name = ""]) => name);
  return PRODUCT.test(path) ? names.filter((name) => name !== "node:child_process") : names;
}
