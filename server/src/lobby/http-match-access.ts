import type { StreamLinks, StreamReader } from "../cluster/stream-links.ts";
import type { Caller } from "../match/streams/http-match-requests.ts";
import { type Result, valueOf } from "../refusal.ts";
import type { CallRoom, MatchRooms } from "./match-rooms.ts";
import type { Reservations } from "./reservations.ts";
import type { MatchCodes } from "./match-codes.ts";
import type { ViewerPace } from "./viewer-pace.ts";

interface HttpMatchAccessPorts {
  readonly rooms: MatchRooms;
  readonly reservations: Pick<Reservations, "claimOf">;
  readonly links: StreamLinks;
  readonly viewerPace: ViewerPace;
}

/** How an HTTP request names a match and its sender. */
export interface Asked {
  /** The match's id, its code, or its invitation. */
  readonly text: string;
  /** The seat's token; `null` for a spectator. */
  readonly token: string | null;
  readonly address: string;
}

/** Gives clients without a WebSocket access to matches, whichever process these run in. */
export class HttpMatchAccess {
  readonly #ports: HttpMatchAccessPorts;

  constructor(ports: HttpMatchAccessPorts) {
    this.#ports = ports;
  }

  /**
   * Sends a request to a match, as `HttpMatchRequests.answer`.
   * @throws `RefusalError` as `Reservations.claimOf` or `MatchRooms.request`
   */
  ask(codes: MatchCodes, asked: Asked, type: string, payload: unknown): Promise<Result<unknown>> {
    return this.#admit(codes, asked, async (by) => {
      const { answer } = await this.#request(by, (call) => call("answer", by, type, payload));
      // Thrown, since `codes` counts wrong codes by this error.
      if (answer.refusal?.code === "unknown-match") valueOf(answer);
      return answer;
    });
  }

  /**
   * Opens a stream, as `HttpMatchRequests.openStream`. Returns the function that closes it.
   * @throws `RefusalError` as `ask`, or of the match
   */
  openStream(
    codes: MatchCodes,
    asked: Asked,
    after: number | null,
    reader: StreamReader,
  ): Promise<() => void> {
    const { links, viewerPace } = this.#ports;
    return this.#admit(codes, asked, async (by) => {
      if (by.claim === undefined) await viewerPace.takeTurn();
      let address = links.read(reader);
      const opened = await this.#request(by, (call) => {
        // An earlier room that did not answer may still open its own.
        links.stopReading(address.id);
        address = links.read(reader);
        return call("openStream", by, address, after);
      }).catch((error: unknown) => {
        links.stopReading(address.id);
        throw error;
      });
      if (opened.answer.refusal) links.stopReading(address.id);
      valueOf(opened.answer);
      links.follow(address.id, opened.room.processId);
      return () => links.stopReading(address.id);
    });
  }

  async #admit<T>(
    codes: MatchCodes,
    { text, token, address }: Asked,
    act: (by: Caller) => Promise<T>,
  ): Promise<T> {
    if (token === null) return codes.lookUp(text, address, (name) => act({ name, address }));
    return act({ claim: await this.#ports.reservations.claimOf(text, token), address });
  }

  #request<A>(by: Caller, send: (call: CallRoom) => Promise<A>) {
    const idOrCode = by.claim === undefined ? by.name.idOrCode : by.claim.match;
    return this.#ports.rooms.request(idOrCode, send, { isGuest: by.claim === undefined });
  }
}
