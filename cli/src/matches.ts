import { readFile } from "node:fs/promises";
import { type ImportedMatch, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { type Command, InvalidArgumentError } from "commander";
import { createOperatorOption } from "./arguments.ts";
import { writeAnswer } from "./database.ts";
import { EXIT, Failure, reasonOf } from "./failure.ts";
import { documentAt } from "./manifest.ts";
import { requestAsAdmin } from "./server.ts";

interface ExportOptions {
  readonly operator: string;
  readonly move?: true;
  readonly reason: string;
}

interface ImportOptions {
  readonly operator: string;
  readonly check?: true;
  readonly json?: true;
}

/** Adds `match`, which moves a match from one server to another. */
export function addMatchCommands(flowerWar: Command): void {
  const match = flowerWar.command("match").description("Moves matches between servers.");
  match
    .command("export")
    .description("Writes a match in play as a file that another server takes; of a finished one, its record.")
    .argument("<match>", "its id or code", parseMatch)
    .argument("<file>", "the file to write; it must not exist yet")
    .option("--move", "end it here, and tell its players that it was moved")
    .option("--reason <text>", "with --move: what its players are told", MOVED)
    .addOption(createOperatorOption())
    .addHelpText("after", MATCH_HELP)
    .action(async (id: string, file: string, options: ExportOptions) => {
      const bytes = await writeAnswer(file, () => requestMatch(id, options), options.move ? LOST : "");
      process.stdout.write(`${file}: ${bytes} bytes.\n`);
    });
  match
    .command("import")
    .description(
      "Lets a match go on at this server from a file of another one, and prints its players' links.",
    )
    .argument("<file>", "a file that `match export` wrote")
    .option("--check", "only say whether the server would take it")
    .option("--json", "print JSON: what the server answers")
    .addOption(createOperatorOption())
    .addHelpText("after", MATCH_HELP)
    .action(importMatch);
}

/** Parses what a match is found by. Anything else would name another path of the server. */
function parseMatch(value: string): string {
  if (/^[\w-]+$/.test(value)) return value;
  throw new InvalidArgumentError("A match's id has letters and digits.");
}

function requestMatch(id: string, { operator, move, reason }: ExportOptions): Promise<Response> {
  const path = OPERATOR_PATHS.matchFile.replace(":id", encodeURIComponent(id));
  if (!move) return requestAsAdmin(operator, path);
  const headers = { "content-type": "application/json" };
  return requestAsAdmin(operator, path, { method: "POST", headers, body: JSON.stringify({ reason }) });
}

async function importMatch(file: string, { operator, check, json }: ImportOptions): Promise<void> {
  const body = await readFile(file).catch((error: unknown) => {
    throw new Failure(EXIT.unreachable, `The file cannot be read: ${reasonOf(error)}.`);
  });
  const headers = { "content-type": "application/x-ndjson" };
  const path = OPERATOR_PATHS.matchFiles + (check ? "?check=true" : "");
  const response = await requestAsAdmin(operator, path, { method: "POST", headers, body });
  const answer = (await response.json()) as ImportedMatch;
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else process.stdout.write(check ? formatChecked(answer) : formatImported(answer));
}

function formatChecked({ match, game, n, seats }: ImportedMatch): string {
  const names = seats.map(({ name }) => name).join(", ");
  return `The server would take match ${match} (${game}) after ${n} entries: ${names}.\n`;
}

function formatImported({ match, game, n, code, invitation, address, seats }: ImportedMatch): string {
  const link = `${address ?? ""}/matches/${invitation ?? match}`;
  const rows = seats.map(({ seat, name, token }) =>
    token === null ? `  ${seat}, ${name}: a bot\n` : `  ${seat}, ${name}:\n    ${link}#seat=${token}\n`,
  );
  return `Match ${match} (${game}, code ${code}) goes on here after ${n} entries. Give each player their link, and no other one:

${rows.join("")}
The clocks wait for the players for half an hour. Print the links again: import the same file.
`;
}

const MOVED = "This match goes on at another server: ask the host for your new link.";

const LOST = "The match has ended here, and has its file still: export it again, to another place.";

const MATCH_HELP = `
The file of a match in play is secret: it tells all dice to come and all hands, and the links of import are the players' seats.
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
More: ${documentAt("docs/operate.md#moving-a-match")}
Exit codes: 1 failed, 2 wrong usage, 3 no server or no such file, 4 wrong or missing password, 5 the server has the match, 6 the file
is at fault (with its line), 7 no such match.`;
