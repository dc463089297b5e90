/** Compares what the server answers, and takes, with its OpenAPI document. */
import { readFileSync } from "node:fs";
import { isRefusalCode, type RefusalBody } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { Ajv2020 } from "ajv/dist/2020.js";

interface Operation {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly "x-codes"?: string[] }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly "x-codes"?: string[] }>>;
  };
}

/** A request, and what came of it. */
export interface Exchange {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** The body as JSON; `undefined`: none. */
  readonly sent?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const TEXT = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");
const DOCUMENT = JSON.parse(TEXT) as Document;

/** How requests are refused that no operation has taken yet, or none takes. */
const BEFORE_ROUTES = [
  "not-found",
  "bad-request",
  "too-large",
  "too-many-messages",
  "draining",
  "unavailable",
];

/** The document as it is for clients; for answers all their fields and words are those that it has. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: true });
ajv.addSchema(JSON.parse(TEXT, unmap) as object, "open");
ajv.addSchema(JSON.parse(TEXT, (key, value) => close(unmap(key, value))) as object, "closed");

/** Leaves the mapping of discriminators out, which Ajv does not know. */
function unmap(key: string, value: unknown): unknown {
  return key === "mapping" ? undefined : value;
}

/** Forbids fields and words that the document does not have. */
function close(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const words = "x-extensible-enum" in value ? { enum: value["x-extensible-enum"] } : {};
  const isOpen = "type" in value && "properties" in value && !("additionalProperties" in value);
  return { ...value, ...words, ...(isOpen && { additionalProperties: false }) };
}

const PATTERNS = Object.keys(DOCUMENT.paths)
  // A path without parameters comes before those that it matches.
  .toSorted((one, other) => one.split("{").length - other.split("{").length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));

const OPERATOR_PATTERNS = Object.values(OPERATOR_PATHS).map(
  (path) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`),
);

/** @throws an error that says what the document does not say */
export function requireDocumented(exchange: Exchange): void {
  const { method, path, sent, status, answer } = exchange;
  const fail = (what: string): never => {
    throw new Error(`server/openapi.json: ${method} ${path}: ${what}: ${status} ${JSON.stringify(answer)}`);
  };
  const template = PATTERNS.find(({ pattern }) => pattern.test(path))?.path ?? "";
  const verb = method.toLowerCase();
  const operation = DOCUMENT.paths[template]?.[verb];
  const { code = "" } = status >= 400 ? (answer as RefusalBody) : {};
  if (!operation) {
    if (OPERATOR_PATTERNS.some((pattern) => pattern.test(path)) || BEFORE_ROUTES.includes(code)) return;
    return fail("no such operation");
  }
  const response = operation.responses[status];
  if (!response) return fail("no such status");
  const schema = pointer(
    template,
    verb,
    "responses",
    String(status),
    "content",
    "application/json",
    "schema",
  );
  const at = response.$ref ?? schema;
  const flaws = flawsOf(`closed${response.$ref ? `${at}/content/application~1json/schema` : at}`, answer);
  if (flaws !== null) return fail(flaws);
  const codes = (response.$ref ? DOCUMENT.components.responses[nameOf(response.$ref)] : response)?.[
    "x-codes"
  ];
  if (status >= 400 && isRefusalCode(code) && !codes?.includes(code)) return fail("no such code");
  if (status >= 300 || sent === undefined || !operation.requestBody) return;
  const refused = flawsOf(
    `open${pointer(template, verb, "requestBody", "content", "application/json", "schema")}`,
    sent,
  );
  if (refused !== null) return fail(`took a body that ${refused}: ${JSON.stringify(sent)}`);
}

/** The same for a line of a match's stream. */
export function requireDocumentedLine(line: unknown): void {
  const flaws = flawsOf("closed#/components/schemas/StreamLine", line);
  if (flaws !== null) throw new Error(`server/openapi.json: StreamLine: ${flaws}: ${JSON.stringify(line)}`);
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** Returns where something of an operation is in the document. */
function pointer(...[path = "", ...keys]: string[]): string {
  const escaped = ["paths", path, ...keys].map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${escaped.map(encodeURIComponent).join("/")}`;
}

/** Returns how a value differs from a schema; `null`: it does not. */
function flawsOf(schema: string, value: unknown): string | null {
  const validate = ajv.getSchema(schema);
  if (!validate) return `no schema ${schema}`;
  return validate(value) ? null : ajv.errorsText(validate.errors);
}
