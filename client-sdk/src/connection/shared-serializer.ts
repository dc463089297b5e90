import { SchemaSerializer } from "@colyseus/sdk";
import { Decoder, type Iterator, type Schema } from "@colyseus/schema";

/** Descriptions that are remembered: a program meets one for each game, and those of its lobby and challenges. */
const MOST = 16;

/** The classes of states by their descriptions. */
const stateClasses = new Map<string, new () => Schema>();

/**
 * Colyseus' serializer, which builds the classes of a state only for the first connection that the server describes them to: it takes half of
 * the time of joining, again after each lost connection.
 */
export class SharedSerializer<State extends Schema> extends SchemaSerializer<State> {
  override handshake(bytes: Uint8Array, it: Iterator = { offset: 0 }): void {
    const description = String.fromCharCode(...bytes.subarray(it.offset));
    const known = stateClasses.get(description) as (new () => State) | undefined;
    if (known !== undefined) {
      this.state = new known();
      this.decoder = new Decoder(this.state);
      return;
    }
    super.handshake(bytes, it);
    if (stateClasses.size === MOST) stateClasses.clear();
    stateClasses.set(description, this.state.constructor as new () => Schema);
  }
}
