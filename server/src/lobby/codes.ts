import { CODE } from "@flower-war/client-sdk/protocol";
import { customAlphabet } from "nanoid";

/** A short code for a match; the journal knows whether it is in use. */
export const newCode = customAlphabet(CODE.alphabet, CODE.length);

/** A match's id, or its short code however that is written, as the journal knows it. */
export function readId(idOrCode: string): string {
  return idOrCode.length === CODE.length ? idOrCode.toUpperCase() : idOrCode;
}
