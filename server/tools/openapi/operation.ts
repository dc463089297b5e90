import { REFUSAL_CODES, type RefusalCode } from "@flower-war/protocol";
import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { REFUSAL } from "./server-schemas.ts";

/** What operations are about, in the order of the page. */
export const TAGS = {
  matches: "Create matches, take seats, look matches up.",
  match: "A match without a WebSocket: its stream, and what a seat may ask and do (docs/json-api.md).",
  lobby: "The list of matches, and bot accounts.",
  players: "Who players are, and what they have played.",
  accounts: "How players sign in on other devices.",
  notices: "How players are told that it is their turn.",
  server: "The server and its games.",
} as const;

/** Whose token a request carries. With `?`: it may. */
type Token = "seat" | "seat?" | "player" | "player?";

/** A method of one of the server's paths, as the document of the HTTP API has it. */
export interface Operation {
  readonly method: "get" | "post" | "patch" | "delete";
  /** As Express takes it: `/api/matches/:id`. */
  readonly path: string;
  /** Its name in generated clients. */
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  readonly token?: Token;
  /** What the parameters in the path are. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The status of its answer; default 200. */
  readonly status?: 200 | 201;
  /** The schema of its answer as JSON, or schemas by media type. */
  readonly answer: z.ZodType | Readonly<Record<string, z.ZodType>>;
  /** Its codes beside those that its fields above imply. */
  readonly refusals?: readonly RefusalCode[];
  /** Whether a game's rules can refuse it with codes of their own. */
  readonly isRuled?: boolean;
}

/** Of every request. */
const REFUSALS: readonly RefusalCode[] = ["too-many-messages", "draining", "unavailable", "internal"];

/** Returns the path as OpenAPI writes it: `/api/matches/{id}`. */
export function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

/** Returns an operation as `zod-openapi` takes it. */
export function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, description, token, params, query, body, status = 200, answer } = operation;
  const content = answer instanceof z.ZodType ? { "application/json": answer } : answer;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(token),
    ...((params || query) && {
      requestParams: { ...(params && { path: z.object(params) }), ...(query && { query }) },
    }),
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
      ...describeRefusals(operation),
    },
  };
}

function securityOf(token: Token | undefined): Record<string, string[]>[] {
  if (token === undefined) return [];
  const scheme = { [token.replace("?", "")]: [] };
  return token.endsWith("?") ? [scheme, {}] : [scheme];
}

/** Returns the codes with which an operation may be refused, but for those of a game's rules. */
function refusalsOf({ token, params, query, body, refusals = [] }: Operation): readonly RefusalCode[] {
  const codes: RefusalCode[] = [...refusals, ...REFUSALS];
  if (params || query || body) codes.push("bad-request");
  if (body) codes.push("too-large");
  if (token !== undefined) codes.push("bad-token", "expired-token", "banned");
  if (token === "player") codes.push("unauthorized");
  return [...new Set(codes)];
}

/** Describes the answers of refused requests, by status. */
function describeRefusals(operation: Operation): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => REFUSAL_CODES[code].status);
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
    content: { "application/json": { schema: REFUSAL } },
  };
}

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
