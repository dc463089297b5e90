import { z } from "zod";

/** The part of JSON Schema that formats of requests come to. */
interface JsonSchema {
  /** `#/$defs/<name>`. */
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: { readonly [field: string]: JsonSchema };
  readonly items?: JsonSchema;
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/**
 * Says what a format takes where a value does not fit it, for people: "an integer from 0 to 100", `one of "north", "south"`. Nothing of
 * the value is in it.
 * @returns `null` if the format says no more than that the value is wrong
 */
export function expectedAt(format: z.ZodType, { code, path }: z.core.$ZodIssue): string | null {
  if (code === "custom" || path.length === 0) return null;
  const root = schemaOf(format);
  const resolve = (schema: JsonSchema | undefined) =>
    schema?.$ref === undefined ? schema : root.$defs?.[schema.$ref.replace("#/$defs/", "")];
  const found = path.reduce(
    (schema, part) => resolve(typeof part === "number" ? schema?.items : schema?.properties?.[String(part)]),
    resolve(root),
  );
  if (found === undefined) return null;
  if (code === "unrecognized_keys") return `no fields but ${Object.keys(found.properties ?? {}).join(", ")}`;
  return describe(found);
}

function schemaOf(format: z.ZodType): JsonSchema {
  const known = schemas.get(format);
  if (known !== undefined) return known;
  const schema = z.toJSONSchema(format, { unrepresentable: "any", reused: "inline" }) as JsonSchema;
  schemas.set(format, schema);
  return schema;
}

function describe(schema: JsonSchema): string | null {
  if (schema.anyOf !== undefined) return describeAll(schema.anyOf);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  switch (schema.type) {
    case "integer":
      return `an integer${describeRange(schema.minimum, schema.maximum, "")}`;
    case "number":
      return `a number${describeRange(schema.minimum, schema.maximum, "")}`;
    case "string": {
      const pattern = schema.pattern === undefined ? "" : ` that matches ${schema.pattern}`;
      return `a string${describeRange(schema.minLength, schema.maxLength, " characters")}${pattern}`;
    }
    case "array": {
      const item = schema.items && describe(schema.items);
      return item ? `a list, each ${item}` : "a list";
    }
    case "object":
      return "an object";
    case "boolean":
      return "true or false";
    default:
      return null;
  }
}

function describeAll(schemas: readonly JsonSchema[]): string | null {
  const all = schemas.map(describe);
  return all.includes(null) ? null : all.join(", or ");
}

/** @param least missing: none; JSON Schema has the safe integers' bounds for none as well */
function describeRange(least: number | undefined, most: number | undefined, unit: string): string {
  const min = least === Number.MIN_SAFE_INTEGER ? undefined : least;
  const max = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}${unit}`;
  if (min !== undefined) return ` of at least ${min}${unit}`;
  return max === undefined ? "" : ` of at most ${max}${unit}`;
}
