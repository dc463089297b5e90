/** Codes of the messages that PostgreSQL sends to clients that do not replicate (protocol 3.0, "Message Formats"). */
const CODES: ReadonlySet<number> = new Set(Buffer.from("RKSZENTDtCInsA123GHdcVv"));
/** Errors and notices: lists of fields, each ended by a zero, and the list by another. */
const FIELD_LISTS: ReadonlySet<number> = new Set(Buffer.from("EN"));
/** Bytes of a code and a length. */
const HEAD = 5;
/** PostgreSQL makes no message of more bytes. */
const MOST_BYTES = 2 ** 30;

/**
 * Follows the messages of one connection before its client parses them. The client waits for the end of whatever looks like a message, and reads
 * the fields of an error without an end for ever.
 */
export class MessageCheck {
  readonly #head = Buffer.alloc(HEAD);
  #headBytes = 0;
  /** Bytes of the message that have not arrived. */
  #left = 0;
  #lastTwo: readonly [number, number] = [0, 0];

  /** Checks what has arrived. @throws `Error` at what is no message of PostgreSQL */
  read(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#headBytes < HEAD) {
        this.#head[this.#headBytes++] = chunk[at++] ?? 0;
        if (this.#headBytes === HEAD) this.#begin();
      } else {
        const bytes = Math.min(this.#left, chunk.length - at);
        at += bytes;
        this.#left -= bytes;
        this.#lastTwo = [bytes > 1 ? (chunk[at - 2] ?? 0) : this.#lastTwo[1], chunk[at - 1] ?? 0];
        if (this.#left === 0) this.#end();
      }
    }
  }

  #begin(): void {
    const length = this.#head.readUInt32BE(1);
    this.#left = length - (HEAD - 1);
    if (!CODES.has(this.#code) || this.#left < 0 || length > MOST_BYTES) throw notPostgres();
    this.#lastTwo = [0, 0];
    if (this.#left > 0) return;
    this.#lastTwo = [1, 1];
    this.#end();
  }

  #end(): void {
    if (FIELD_LISTS.has(this.#code) && this.#lastTwo.some((byte) => byte !== 0)) throw notPostgres();
    this.#headBytes = 0;
  }

  get #code(): number {
    return this.#head[0] ?? 0;
  }
}

function notPostgres(): Error {
  return new Error("the answer is not PostgreSQL's");
}
