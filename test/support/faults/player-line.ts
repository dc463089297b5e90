import { type FlowerWarOptions, Refusal } from "@flower-war/client-sdk";

type Transport = Required<Pick<FlowerWarOptions, "connect" | "fetch">>;
type Connection = Awaited<ReturnType<Transport["connect"]>>;

/** What a reverse proxy answers whose servers are away: the SDK tries again every second. */
const UNAVAILABLE = JSON.stringify({ code: "unavailable", message: "the line is down" });

const unreachable = () => new Refusal({ code: "unreachable", message: "the line is down" });

/** The way on which one player's SDK reaches the server: a test takes it away and gives it back. */
export class PlayerLine {
  /** What the SDK is given. */
  readonly options: Transport;
  readonly #open = new Set<Connection>();
  #isDown = false;

  constructor({ connect, fetch }: Transport) {
    this.options = {
      connect: async (reservation, listener) => {
        if (this.#isDown) throw unreachable();
        let own: Connection | null = null;
        return connect(reservation, {
          ...listener,
          opened: (connection) => {
            own = connection;
            this.#open.add(connection);
            listener.opened(connection);
          },
          closed: (code, reason) => {
            if (own) this.#open.delete(own);
            listener.closed(code, reason);
          },
        });
      },
      fetch: async (...asked) =>
        this.#isDown ? new Response(UNAVAILABLE, { status: 503 }) : fetch(...asked),
    };
  }

  /** Lets nothing through that begins from now on. The open connection stays. */
  takeDown(): void {
    this.#isDown = true;
  }

  bringUp(): void {
    this.#isDown = false;
  }

  /** Loses the open connection. */
  cut(): void {
    for (const connection of this.#open) connection.abandon("the line was cut");
  }
}
