import { describeDefault } from "@flower-war/protocol/variables";
import { VARIABLES as BRIDGE } from "../../bridge/src/config.ts";
import { VARIABLES as START } from "../../cli/src/start/variables.ts";
import { VARIABLES as SERVER } from "../../server/src/variables.ts";

/** Declarations of variables by their names, as server, bridge and `start` have them. */
type Declarations = Readonly<
  Record<string, Parameters<typeof describeDefault>[0] & { readonly takes: string; readonly about: string }>
>;

const BEGIN = `# Configuration

Environment variables configure server and bridge, whether you start them with \`npm start\`, \`flower-war start\`, Compose or by themselves.
Outside production all of them have a default. An empty variable counts as missing. If a value is wrong, the start ends with a sentence that
names the variable; one that has no effect, such as \`BACKUP_EVERY\` without \`BACKUP_TO\`, is not read.

\`npm run generate\` writes this page from the declarations that read the variables.
`;

/** Writes docs/configuration.md. */
export function configurationPage(): string {
  return [
    BEGIN,
    section("Server", "[variables.ts](../server/src/variables.ts) reads them.", SERVER),
    section(
      "Bridge",
      "[config.ts](../bridge/src/config.ts) reads them. `DATA_DIR` and `BRIDGE_TOKEN` must be the same as at the server.",
      BRIDGE,
    ),
    section(
      "Start",
      "`npm start` and `flower-war start` read these besides ([variables.ts](../cli/src/start/variables.ts)), and pass all others on.",
      START,
    ),
  ].join("\n");
}

function section(title: string, begin: string, declarations: Declarations): string {
  const rows = Object.entries(declarations).map(([name, declaration]) => {
    const { about, more, takes } = declaration;
    const what = more ? `${about} ([more](${more}))` : about;
    return `| \`${name}\` | ${takes.replaceAll("<", "\\<")} | ${describeDefault(declaration)} | ${what} |`;
  });
  return `## ${title}\n\n${begin}\n\n| variable | takes | default | what |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}
