import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyOptions, PasskeyResponse } from "@flower-war/protocol/players";

/** What a browser or an authenticator says otherwise than it should. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Authenticator data's flags. Default: user present, user verified. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly signature?: string;
  /** Whether a page in a frame of another site asked. Default `false` */
  readonly crossOrigin?: boolean;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
const cborBytes = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);
/** A short text. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** A browser with an authenticator that holds one passkey (WebAuthn Level 3, attestation `none`, ES256). */
export class Authenticator {
  readonly id = base64url(randomBytes(16));
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  #userHandle = "";
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.#key = privateKey;
    // A map: key type EC2, algorithm ES256, curve P-256, x, y (RFC 9053).
    this.#publicKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** Creates the passkey, as `navigator.credentials.create` does. */
  create(options: PasskeyOptions, deviation: Deviation = {}): PasskeyResponse {
    this.#userHandle = (options["user"] as { id: string }).id;
    const { id: rpId } = options["rp"] as { id: string };
    const id = Buffer.from(this.id, "base64url");
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#publicKey]);
    const flags = (deviation.flags ?? PRESENT_AND_VERIFIED) | HAS_CREDENTIAL;
    const data = Buffer.concat([this.#head(rpId, { ...deviation, flags }), credential]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      Buffer.from([0xa0]),
      cborText("authData"),
      cborBytes(data),
    ]);
    const clientDataJSON = this.#clientData("webauthn.create", options.challenge, deviation);
    return this.#answer({ clientDataJSON, attestationObject: base64url(attestationObject) });
  }

  /** Signs in with the passkey, as `navigator.credentials.get` does. */
  use(options: PasskeyOptions, deviation: Deviation = {}): PasskeyResponse {
    this.#counter += 1;
    const data = this.#head(String(options["rpId"]), deviation);
    const clientDataJSON = this.#clientData("webauthn.get", options.challenge, deviation);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: deviation.signature ?? base64url(sign("sha256", signed, this.#key)),
      userHandle: deviation.userHandle ?? this.#userHandle,
    });
  }

  /** Authenticator data up to the credential. */
  #head(asked: string, { rpId = asked, flags = PRESENT_AND_VERIFIED, counter }: Deviation): Buffer {
    const tail = Buffer.alloc(5);
    tail[0] = flags;
    tail.writeUInt32BE(counter ?? this.#counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  }

  #clientData(right: string, asked: string, deviation: Deviation): string {
    const { type = right, challenge = asked, origin = this.#origin, crossOrigin = false } = deviation;
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  #answer(response: Record<string, string>): PasskeyResponse {
    return { id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} };
  }
}
