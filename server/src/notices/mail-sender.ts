import { createTransport, type Transporter } from "nodemailer";

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string;
  /** The sender of the e-mails, as `Flower War <play@example.org>`. */
  readonly from: string;
  /** The origin of the page that e-mails link to: scheme, host and port. */
  readonly origin: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The address that stops such e-mails by one POST (RFC 8058); `null`: the e-mail is none of several. */
  readonly stop: string | null;
}

/** ms for a connection, the server's greeting, and each answer. */
const TIMEOUT = 10_000;

/** Sends e-mails over SMTP. */
export class MailSender {
  readonly #settings: MailSettings;
  readonly #transport: Transporter;

  constructor(settings: MailSettings) {
    this.#settings = settings;
    this.#transport = transportTo(settings.url);
  }

  /** The origin of the page that e-mails link to. */
  get origin(): string {
    return this.#settings.origin;
  }

  /**
   * Resolves when the SMTP server has taken the e-mail. The error has a `responseCode` of 500 or more if the server will never take this e-mail.
   */
  async send({ to, subject, text, stop }: Mail): Promise<void> {
    await this.#transport.sendMail({
      from: this.#settings.from,
      // Not a header to be parsed: an address alone.
      to: { name: "", address: to },
      subject,
      text,
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(stop === null
          ? {}
          : { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
      },
    });
  }
}

function transportTo(url: string): Transporter {
  const { hostname, password } = new URL(url);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  return createTransport({
    url,
    // A password never travels in the clear.
    requireTLS: password !== "" && !isLocal,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
