import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PROTOCOL_VERSION, REFUSAL_CODES, type RefusalCode } from "@flower-war/protocol";
import { PROOF_HEADER } from "@flower-war/protocol/players";
import {
  type Operation,
  OPERATIONS,
  type OperationId,
  RefusalBody,
  TAGS,
  traitsOf,
} from "@flower-war/protocol/schemas";
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";

export type OpenApiDocument = ReturnType<typeof createDocument>;

const ABOUT = `Matches, players and the lobby over HTTP and JSON. A client plays whole matches with these requests alone: it takes a seat, reads the match's stream, and sends commands.

A refused request is answered with a \`Refusal\`, whose \`code\` is stable. Clients bear what is new: they ignore fields and types of lines that they do not know, and treat a word or code that they do not know as any other. So words in answers are strings here; \`x-extensible-enum\` has those that there are now.

The guide is docs/json-api.md; all that a request may do is in docs/protocol.md, all limits are in docs/limits.md.`;

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Writes server/openapi.json, which a server that runs may read at the same time. */
export function writeOpenApi(): void {
  const { version } = JSON.parse(readFileSync(pathOf("package.json"), "utf8")) as { version: string };
  const path = pathOf("openapi.json");
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(openApiDocument(version), null, 1)}\n`);
  renameSync(`${path}.${process.pid}`, path);
}

/**
 * Builds the OpenAPI document of the HTTP API, without what operators ask for.
 * @param version of the server, as in its package.json
 */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, ZodOpenApiPathsObject[string]> = {};
  for (const [id, operation] of Object.entries(OPERATIONS)) {
    const path = openApiPath(operation.path);
    paths[path] = { ...paths[path], [operation.method]: describeOperation(id as OperationId, operation) };
  }
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Flower War",
        version: `${version}+protocol.${PROTOCOL_VERSION}`,
        description: ABOUT,
        license: { name: "GPL-3.0-or-later", identifier: "GPL-3.0-or-later" },
      },
      servers: [{ url: "/" }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        securitySchemes: {
          seat: { type: "http", scheme: "bearer", description: "The token of a seat in this match." },
          player: { type: "http", scheme: "bearer", description: "The token of a player." },
        },
      },
    },
    { override: tidy },
  );
}

/** Returns the path as OpenAPI writes it: `/api/matches/{id}`. */
export function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

/** Returns an operation as `zod-openapi` takes it. */
function describeOperation(id: OperationId, operation: Operation): ZodOpenApiOperationObject {
  const { tag, summary, description, token, params, query, body, status = 200, answer } = operation;
  const content = answer instanceof z.ZodType ? { "application/json": answer } : answer;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(token),
    requestParams: {
      ...(params && { path: z.object(params) }),
      ...(query && { query }),
      ...(traitsOf(operation).includes("proven") && { header: PROOF_PARAMETER }),
    },
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { "application/json": { schema: body } },
      },
    }),
    responses: {
      [status]: {
        description: (answer instanceof z.ZodType && answer.meta()?.description) || "Done.",
        content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
      },
      ...describeRefusals(id, operation),
    },
  };
}

function securityOf(token: Operation["token"]): Record<string, string[]>[] {
  if (token === undefined) return [];
  const scheme = { [token.replace("?", "")]: [] };
  return token.endsWith("?") ? [scheme, {}] : [scheme];
}

/** Returns the codes with which an operation may be refused, but for those of a game's rules. */
function refusalsOf(id: OperationId, operation: Operation): readonly RefusalCode[] {
  const names: readonly string[] = [id, ...traitsOf(operation)];
  const codes = Object.keys(REFUSAL_CODES) as RefusalCode[];
  return codes.filter((code) => REFUSAL_CODES[code].operations.some((name) => names.includes(name)));
}

/** Describes the answers of refused requests, by status. */
function describeRefusals(id: OperationId, operation: Operation): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(refusalsOf(id, operation), (code) => REFUSAL_CODES[code].status);
  if (operation.isRuled && !byStatus.has(409)) byStatus.set(409, []);
  const answers = [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, codes]) => [
      String(status),
      SHARED.get(codes.join()) ??
        describeRefusal(status, codes, status === 409 && operation.isRuled === true),
    ]);
  return Object.fromEntries(answers);
}

/** Describes an answer to requests that are refused; `x-codes` has its codes. @param isRuled so may be those of a game's rules */
function describeRefusal(
  status: number,
  codes: readonly RefusalCode[],
  isRuled: boolean,
): ZodOpenApiResponseObject {
  const said = codes.map((code) => `\`${code}\`: ${REFUSAL_CODES[code].message}.`);
  if (isRuled) said.push("Any other code: the game's rules refuse this.");
  return {
    description: said.join(" "),
    "x-codes": codes,
    ...([429, 503].includes(status) && { headers: RETRY_AFTER }),
    content: { "application/json": { schema: RefusalBody } },
  };
}

const PROOF_PARAMETER = z.object({
  [PROOF_HEADER]: z.string().optional().describe("The `proof` of an account. A guest has none."),
});

const RETRY_AFTER = z.object({
  "Retry-After": z
    .int()
    .optional()
    .describe("Seconds until it makes sense to ask again: `wait`, rounded up."),
});

/** Answers that most operations have, by their codes: the document has each once. */
const SHARED: ReadonlyMap<string, ZodOpenApiResponseObject> = new Map(
  Object.entries({
    BadRequest: ["bad-request"],
    BadToken: ["bad-token", "expired-token", "banned"],
    Internal: ["internal"],
    TooLarge: ["too-large"],
    TooManyMessages: ["too-many-messages"],
    Unavailable: ["draining", "unavailable"],
  } satisfies Record<string, RefusalCode[]>).map(([id, codes]) => {
    const { status } = REFUSAL_CODES[codes[0] ?? "internal"];
    return [codes.join(), { id, ...describeRefusal(status, codes, false) }];
  }),
);

type Override = NonNullable<NonNullable<Parameters<typeof createDocument>[1]>["override"]>;

/** Leaves answers open for what later servers say, and drops what says nothing. */
const tidy: Override = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.propertyNames) delete jsonSchema.propertyNames;
  if (jsonSchema.items === false) delete jsonSchema.items;
  if (io !== "output") return;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (!(zodSchema instanceof z.core.$ZodEnum)) return;
  jsonSchema["x-extensible-enum"] = jsonSchema.enum;
  delete jsonSchema.enum;
};
