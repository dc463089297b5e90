import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** An e-mail that was taken. */
export interface TakenMail {
  readonly to: readonly string[];
  /** Headers by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** An SMTP server on this machine that keeps what it gets. */
export class MailServer {
  readonly mails: TakenMail[] = [];
  /** The code with which it refuses recipients; `null`: it takes them. */
  refusal: number | null = null;
  readonly #server: SMTPServer;

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server.server, "listening");
    return server;
  }

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: (_address, _session, done) => {
        if (this.refusal === null) return done();
        return done(Object.assign(new Error("no such mailbox"), { responseCode: this.refusal }));
      },
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        void this.#take(stream, to).finally(done);
      },
    });
  }

  async #take(stream: Readable, to: readonly string[]): Promise<void> {
    this.mails.push(parse(await text(stream), to));
  }

  /** For `SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

/** Reads the head and the body of a plain e-mail. */
function parse(source: string, to: readonly string[]): TakenMail {
  const [head = "", ...body] = source.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = lines.map((line) => [
    line.split(":")[0]?.toLowerCase() ?? "",
    line.replace(/^[^:]*: ?/, ""),
  ]);
  const encoding = new Map(headers as [string, string][]).get("content-transfer-encoding");
  const text = body.join("\r\n\r\n");
  return {
    to,
    headers: new Map(headers as [string, string][]),
    text: encoding === "quoted-printable" ? decodeQuotedPrintable(text) : text,
  };
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
