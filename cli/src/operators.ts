import {
  inviteOperator,
  inviteOperatorAgain,
  listOperators,
  type OperatorAccount,
  type OperatorInvitation,
  type OperatorRole,
  removeOperator,
} from "@flower-war/client-sdk/admin";
import { type Command, Option } from "commander";
import { createOperatorOption, parseWebUrl } from "./arguments.ts";
import { EXIT, Failure } from "./failure.ts";
import { documentAt } from "./manifest.ts";
import { askAsAdmin } from "./server.ts";

interface Options {
  readonly operator: string;
  readonly json?: true;
}

/** Adds `operator list`, `operator invite` and `operator remove`. */
export function addOperatorCommands(flowerWar: Command): void {
  const operator = flowerWar
    .command("operator")
    .description("Accounts of operators, who sign in to the operator's page by passkeys.");
  operator
    .command("list")
    .description("Lists the operators: their roles, passkeys, and who invited them.")
    .addOption(createOperatorOption())
    .option("--json", "print JSON: a list of what the server answers")
    .addHelpText("after", `${HELP}.`)
    .action(async ({ operator: url, json }: Options) => {
      const operators = await askAsAdmin(url, listOperators);
      process.stdout.write(json ? `${JSON.stringify(operators)}\n` : formatOperators(operators));
    });
  addInviteCommand(operator);
  operator
    .command("remove")
    .description("Removes an operator, who is signed out everywhere at once.")
    .argument("<operator>", OPERATOR)
    .requiredOption("--reason <text>", "why, for the audit log: 1 to 200 characters")
    .addOption(createOperatorOption())
    .option("--json", "print JSON: { account, name }")
    .addHelpText("after", `${HELP}, 7 no such operator.`)
    .action(async (asked: string, { operator: url, reason, json }: Options & { readonly reason: string }) => {
      const { id, name } = await findOperator(url, asked);
      await askAsAdmin(url, removeOperator, { id, reason });
      const removed = { account: id, name };
      process.stdout.write(json ? `${JSON.stringify(removed)}\n` : `${name} is no operator any more.\n`);
    });
}

interface InviteOptions extends Options {
  readonly role?: OperatorRole;
  readonly again?: true;
  readonly page?: string;
}

function addInviteCommand(operator: Command): void {
  operator
    .command("invite")
    .description("Prints a link, good once and for an hour, at which an operator creates a passkey.")
    .argument("<operator>", `the name of a new operator; with --again ${OPERATOR}`)
    .addOption(new Option("--role <role>", "the new operator's").choices(["moderator", "administrator"]))
    .addOption(
      new Option(
        "--again",
        "invite a known operator to add another passkey; the link before is void",
      ).conflicts("role"),
    )
    .option(
      "--page <url>",
      "the address of the operator's page in their browser; default: that of the listener, and without TLS at localhost",
      parseWebUrl,
    )
    .addOption(createOperatorOption())
    .option("--json", "print JSON: { account, name, role, until, link }")
    .addHelpText("after", `${HELP}, 5 operator known already, 7 no such operator.`)
    .action(async (asked: string, { json, page, ...options }: InviteOptions) => {
      const { invitation, ...invited } = await invite(asked, options);
      const link = `${page ?? pageOf(options.operator)}/#invitation=${invitation}`;
      process.stdout.write(json ? `${JSON.stringify({ ...invited, link })}\n` : formatLink(invited, link));
    });
}

async function invite(asked: string, { operator, role, again }: InviteOptions): Promise<OperatorInvitation> {
  if (again) return askAsAdmin(operator, inviteOperatorAgain, (await findOperator(operator, asked)).id);
  if (role === undefined) throw new Failure(EXIT.usage, "Name the new operator's --role, or use --again.");
  return askAsAdmin(operator, inviteOperator, { name: asked, role });
}

/** Finds an operator by id or name. @throws Failure */
async function findOperator(url: string, asked: string): Promise<OperatorAccount> {
  const operators = await askAsAdmin(url, listOperators);
  const found = operators.find(({ id }) => id === asked) ?? operators.find(({ name }) => name === asked);
  if (found === undefined) throw new Failure(EXIT.unknown, `No operator has the name or id ${asked}.`);
  return found;
}

/** Returns where a browser opens the page of a listener: without TLS it has passkeys at localhost alone. */
function pageOf(operator: string): string {
  const url = new URL(operator);
  if (url.protocol === "http:") url.hostname = "localhost";
  return url.origin;
}

function formatOperators(operators: readonly OperatorAccount[]): string {
  if (operators.length === 0) return "No operator has an account.\n";
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  const rows = operators.map(({ id, name, role, passkeys, usedAt, invitedUntil, invitedBy }) =>
    [
      `${name.padEnd(24)} ${role.padEnd(13)}`,
      id,
      passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`,
      usedAt === null ? "never signed in" : `last signed in ${formatTime(usedAt)}`,
      ...(invitedBy === null ? [] : [`invited by ${names.get(invitedBy) ?? "an operator who was removed"}`]),
      ...(invitedUntil === null ? [] : [`link until ${formatTime(invitedUntil)}`]),
    ].join("  "),
  );
  return `${rows.join("\n")}\n`;
}

function formatLink({ name, role, until }: Omit<OperatorInvitation, "invitation">, link: string): string {
  return `Send this link to ${name} alone, who becomes ${role} by it. It is good once, until ${formatTime(until)}:\n\n${link}\n`;
}

function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}

const OPERATOR = "a name or id from `operator list`";
const HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data). In the audit log the act is by
\`admin\`. More: ${documentAt("docs/operate.md#operators")}
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no server, 4 wrong or missing password`;
