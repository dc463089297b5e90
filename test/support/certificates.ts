import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "./programs.ts";

/** A certificate authority of one test, and a server certificate from it. */
export interface TestCa {
  /** Its certificate in PEM format. */
  readonly pem: string;
  /** The path of its certificate. */
  readonly file: string;
  /** The folder with `fullchain.pem` and `privkey.pem` of a server, by default at 127.0.0.1. */
  readonly serverDir: string;
  remove(): void;
}

/**
 * Makes a certificate authority of this name, in a temporary folder.
 * @param names of the server's certificate
 * @param days for which that is valid
 */
export function makeCa(name: string, names = "IP:127.0.0.1,DNS:localhost", days = 1): TestCa {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-ca-"));
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync(programPath("openssl"), args, { stdio: "ignore" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-x509", ...newKey, "-keyout", at("ca.key"), "-out", at("ca.pem"), "-subj", `/CN=${name}`);
  openssl("req", ...newKey, "-keyout", at("privkey.pem"), "-out", at("server.csr"), "-subj", "/CN=127.0.0.1");
  writeFileSync(at("names"), `subjectAltName=${names}\n`);
  const signer = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial"];
  const request = ["-req", "-in", at("server.csr"), "-out", at("fullchain.pem"), "-extfile", at("names")];
  openssl("x509", ...request, ...signer, "-days", `${days}`);
  return {
    pem: readFileSync(at("ca.pem"), "utf8"),
    file: at("ca.pem"),
    serverDir: folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
