/** How a game's events are packed. Old clients can read new events as long as types, fields and words are only appended. */
export interface EventCode {
  /** The fields of each type in order; one with `?` may be missing. A type's number is its position, from 0. */
  readonly fields: { readonly [type: string]: readonly string[] };
  /** Word `i` is the character U+0001 + `i`, up to U+001F, wherever it stands in an event, as a value or as a key. */
  readonly words: readonly string[];
}

/** The fields that the code of these events must have. */
export type EventFields<E extends { readonly type: string }> = {
  readonly [T in E["type"]]: readonly FieldOf<Extract<E, { type: T }>>[];
};

type FieldOf<E> = `${Exclude<keyof E & string, "type">}${"" | "?"}`;
