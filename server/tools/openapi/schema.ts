import { z } from "zod";
import { REQUEST_FORMATS } from "../../src/match/request-formats.ts";

/**
 * A type spelled out, so that two types are assignable to each other only if they have the same fields: of each field that may be missing
 * it says so, and nothing is read-only.
 */
type Spelled<T> = T extends readonly (infer Item)[]
  ? Spelled<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]-?: IsOptional<T, K> extends true ? [Spelled<Known<T[K]>>] : Spelled<T[K]> }
    : T;

type IsOptional<T, K extends keyof T> = Partial<Pick<T, K>> extends Pick<T, K> ? true : false;
type Known<T> = Exclude<T, undefined>;

type AreSame<One, Other> = [Spelled<One>, Spelled<Other>] extends [Spelled<Other>, Spelled<One>]
  ? true
  : false;

/** What the schema of a field has as its output. */
type Expected<T, K extends keyof T> = IsOptional<T, K> extends true ? T[K] | undefined : T[K];

/** The schemas of the fields of `T`, as `Fields` has them: `never` where one is of another type, or of no field. */
type SchemasOf<T, Fields> = {
  readonly [K in keyof T]-?: K extends keyof Fields
    ? Fields[K] extends z.ZodType
      ? AreSame<z.output<Fields[K]>, Expected<T, K>> extends true
        ? Fields[K]
        : never
      : never
    : z.ZodType;
} & { readonly [K in Exclude<keyof Fields, keyof T>]: never };

/**
 * Describes an answer that is an object of the type `T` of the protocol. It does not compile unless there is a schema for each field of
 * `T`, of its type, and no other.
 * @example schemaOf<Player>()("Player", "A player.", { id: z.string(), ... })
 */
export function schemaOf<T>() {
  return <Fields extends Readonly<Record<string, z.ZodType>>>(
    id: string,
    description: string,
    fields: Fields & SchemasOf<T, Fields>,
  ): z.ZodObject<Fields> => z.object<Fields>(fields).meta({ id, description });
}

/** The same without a name in the document: fields that several answers have. */
export function fieldsOf<T>() {
  return <Fields extends Readonly<Record<string, z.ZodType>>>(
    fields: Fields & SchemasOf<T, Fields>,
  ): Fields => fields;
}

/**
 * Describes the lines of a stream: objects that differ by `type`. It does not compile unless their schemas are those of all types of lines in
 * `T`.
 */
export function linesOf<T>() {
  return <Lines extends readonly [z.ZodObject, ...z.ZodObject[]]>(
    id: string,
    description: string,
    lines: Lines & (AreSame<z.output<Lines[number]>, T> extends true ? unknown : never),
  ) => z.discriminatedUnion("type", lines).meta({ id, description });
}

/** An object whose fields the rules of the game define. */
export const ruled = (description: string): z.ZodType<object> => z.looseObject({}).describe(description);

/** The same with a type. */
export const EVENT: z.ZodType<{ type: string }> = z.looseObject({ type: z.string() }).meta({
  id: "Event",
  description: "What followed from a command: `type`, and what the game's rules add to it.",
});

export const COMMAND = REQUEST_FORMATS.command.shape.command as unknown as z.ZodType<{ type: string }>;

/** A point in time. */
export const moment = (description = "") => z.int().describe(`${description} ms since 1970.`.trim());

/** A duration. */
export const ms = (description: string) => z.int().describe(`${description} ms.`);

export const HEX_64 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a request answers that is only done. */
export const DONE = z.object({}).meta({ id: "Done", description: "It is done." });
