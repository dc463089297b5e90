import { REFUSAL_CODES, type RefusalCode } from "@flower-war/protocol";
import { DATABASE_FLAWS } from "@flower-war/protocol/operator";
import { MATCH_REQUESTS, type MatchRequest, type Operation, OPERATIONS } from "@flower-war/protocol/schemas";
import { z } from "zod";

/** What the page says of some codes besides their sentences. */
const MORE: { readonly [C in RefusalCode]?: string } = {
  "client-too-old": "`supported` has the numbers that it understands, `{ oldest, newest }`",
  banned: "`reason` says why, `until` when the ban ends (ms since 1970)",
  "too-many-watchers": "read `GET /api/lobby`",
  "bad-push": "`field` says what is wrong with it",
  "bad-database": `\`reason\` is ${DATABASE_FLAWS.map((flaw) => `\`${flaw}\``).join(", ")}`,
  internal: "what you asked for may have happened or not",
};

/** The tables of docs/protocol.md, by the names with which comments mark them. */
const TABLES: Readonly<Record<string, () => string>> = {
  "operations: server": () => operations("server"),
  "operations: matches": () => operations("matches"),
  "operations: lobby": () => operations("lobby"),
  "operations: players": () => operations("players"),
  "operations: accounts": () => operations("accounts"),
  "operations: notices": () => operations("notices"),
  requests: () =>
    table(
      ["type", "payload", "answer", "what"],
      Object.entries<MatchRequest>(MATCH_REQUESTS).map(requestRow),
    ),
  codes: () =>
    table(
      ["code", "status", "meaning"],
      Object.entries(REFUSAL_CODES).map(([code, { status, message }]) => [
        `\`${code}\``,
        `${status}`,
        [message, MORE[code as RefusalCode]].filter(Boolean).join(": "),
      ]),
    ),
};

const MARKED = /(<!-- table of (.+) -->\n)[^]*?(<!-- end of the table -->\n)/g;

/**
 * Returns docs/protocol.md with its tables as the schemas have them.
 * @throws Error if the page marks a table that there is not, or lacks one
 */
export function withTables(page: string): string {
  const missing = new Set(Object.keys(TABLES));
  const written = page.replaceAll(MARKED, (_, begin: string, name: string, end: string) => {
    const build = TABLES[name];
    if (!build) throw new Error(`no table of ${name}`);
    missing.delete(name);
    return `${begin}\n${build()}\n${end}`;
  });
  if (missing.size > 0) throw new Error(`tables missing in docs/protocol.md: ${[...missing].join("; ")}`);
  return written;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => "---"), ...rows];
  return lines
    .map((cells) => `| ${cells.map(escape).join(" | ")} |\n`)
    .join("")
    .replaceAll("| --- ", "|---")
    .replaceAll("|---|\n", "|---|\n");
}

function operations(tag: Operation["tag"]): string {
  const rows = Object.values<Operation>(OPERATIONS).filter((operation) => operation.tag === tag);
  return table(["request", "body", "answer", "what"], rows.map(operationRow));
}

function operationRow({ method, path, query, body, status = 200, answer, ...said }: Operation): string[] {
  const names = query ? Object.keys(query.shape).filter(isOwn) : [];
  const search = names.length > 0 ? `?${names.map((name) => `${name}=`).join("&")}` : "";
  return [
    `\`${method.toUpperCase()} ${path}${search}\``,
    body ? shapeOf(body instanceof z.ZodObject ? withoutVersion(body) : body) : "-",
    `${status}, ${answer instanceof z.ZodType ? shapeOf(answer) : Object.keys(answer).map(code).join(" or ")}`,
    describe(said),
  ];
}

function requestRow([type, { payload, answer, is, isForAll, ...said }]: [string, MatchRequest]): string[] {
  const who = [is?.includes("host") && "For the host.", isForAll && "For spectators too."].filter(Boolean);
  return [code(type), withFields(payload), withFields(answer), [describe(said), ...who].join(" ")];
}

function describe({ summary, description }: Pick<Operation, "summary" | "description">): string {
  return [`${summary}.`, description].filter(Boolean).join(" ");
}

/** Describes a value as JSON, and its fields. */
function withFields(type: z.ZodType): string {
  const object = unwrap(type);
  const fields = object instanceof z.ZodObject ? Object.entries<z.ZodType>(object.shape) : [];
  const described = fields.flatMap(([name, field]) => {
    const text = aboutField(field);
    return text === "" ? [] : [`${code(name)}: ${text}`];
  });
  return [shapeOf(type), ...described].join(" ");
}

function aboutField(field: z.ZodType): string {
  const inner = unwrap(field);
  const values =
    inner instanceof z.ZodEnum
      ? `${inner.options.map((value) => code(JSON.stringify(value))).join(", ")}.`
      : "";
  return [values, field.meta()?.description ?? inner.meta()?.description].filter(Boolean).join(" ");
}

/** Characters beyond which a value is described without what its fields hold. */
const LONGEST = 140;

/** Describes a value as JSON: `{ name, bot? }`. */
function shapeOf(type: z.ZodType): string {
  const whole = jsonOf(type, jsonOf);
  return code(whole.length <= LONGEST ? whole : jsonOf(type));
}

/** @param jsonOfField describes what a field holds, if that is an object */
function jsonOf(type: z.ZodType, jsonOfField?: typeof jsonOf): string {
  const inner = unwrap(type);
  if (inner instanceof z.ZodArray) return `[${jsonOf(inner.element as z.ZodType, jsonOfField)}]`;
  if (!(inner instanceof z.ZodObject)) return "...";
  const names = Object.entries<z.ZodType>(inner.shape).map(([name, field]) => {
    const key = isOptional(field) ? `${name}?` : name;
    const value = jsonOfField?.(field, jsonOfField) ?? "";
    return value.includes("{ ") ? `${key}: ${value}${isNullable(field) ? " | null" : ""}` : key;
  });
  if (inner.def.catchall instanceof z.ZodUnknown) names.push("...");
  return names.length === 0 ? "{}" : `{ ${names.join(", ")} }`;
}

function unwrap(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable)
    return unwrap(type.unwrap() as z.ZodType);
  if (type instanceof z.ZodPipe) return unwrap(type.def.in as z.ZodType);
  return type;
}

function isOptional(field: z.ZodType): boolean {
  return ["optional", "default", "prefault"].includes(field.def.type);
}

function isNullable(field: z.ZodType): boolean {
  if (field instanceof z.ZodOptional) return isNullable(field.unwrap() as z.ZodType);
  return field instanceof z.ZodNullable;
}

function withoutVersion({ shape }: z.ZodObject): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => isOwn(name))));
}

/** Every request may have the others (docs/compatibility.md, docs/protocol.md, "Seat reservations"). */
const isOwn = (name: string) => name !== "protocolVersion" && name !== "without";

const code = (text: string) => `\`${text}\``;

const escape = (cell: string) => cell.replaceAll("|", "\\|");
