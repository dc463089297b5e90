import { createHash, generateKeyPairSync, sign as nodeSign } from "node:crypto";
import { expect, test } from "vitest";
import {
  canonical,
  canonicalOnce,
  extendChain,
  isSigned,
  isSignedBy,
  isStrongKey,
  publicKeyOf,
  sealOf,
  sign,
  signedText,
  startChain,
} from "../../src/witness/index.ts";

const sha256 = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};
const SECRET_KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const PUBLIC_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

test("the seal of a nonce is the SHA-256 of its text", () => {
  expect(sealOf("Citlali_1")).toBe(sha256("Citlali_1"));
});

test("a chain starts with its seat and the record's first line", () => {
  expect(startChain("east", '{"match":"m"}')).toBe(sha256('flower-war-witness-1|east|{"match":"m"}'));
});

test("each link hashes the head before it and the entry in canonical form", () => {
  const head = startChain("east", "{}");
  const entry = { n: 1, seat: "north", events: [{ type: "rolled", dice: [1, 2], card: undefined }] };
  const text = '{"events":[{"dice":[1,2],"type":"rolled"}],"n":1,"seat":"north"}';
  expect(extendChain(head, entry)).toBe(sha256(Buffer.from(head, "hex"), text));
});

test("a command that the viewer sent is part of its link", () => {
  const entry = { n: 1, seat: "east", events: [] };
  const sent = { ...entry, command: { type: "roll" } };
  const text = '{"command":{"type":"roll"},"events":[],"n":1,"seat":"east"}';
  const head = startChain("east", "{}");
  expect(extendChain(head, sent)).toBe(sha256(Buffer.from(head, "hex"), text));
  expect(extendChain(head, sent)).not.toBe(extendChain(head, entry));
});

test("chains that share the texts of events are the same", () => {
  const textOf = canonicalOnce();
  const head = startChain("east", "{}");
  const events = [{ type: "rolled", dice: [1, 2], card: undefined }];
  const sent = { n: 1, seat: "east", events, command: { type: "roll" } };
  const seen = { n: 1, seat: "east", events: structuredClone(events) };
  const others = { n: 2, seat: "east", events: [{ type: "rolled", dice: [2, 1] }] };
  for (const entry of [sent, seen, seen, others]) {
    expect(extendChain(head, entry, { textOf })).toBe(extendChain(head, entry));
  }
});

test.each([
  { n: 0, isLast: true, signed: false },
  { n: 63, isLast: false, signed: false },
  { n: 64, isLast: false, signed: true },
  { n: 65, isLast: true, signed: true },
  { n: 128, isLast: false, signed: true },
])("entry $n, last: $isLast, is signed: $signed", ({ n, isLast, signed }) => {
  expect(isSigned(n, isLast)).toBe(signed);
});

test("keys and signatures are those of Ed25519", () => {
  const signed = { match: "V1StGXR8Z5jd", seat: "east", n: 64, head: "00".repeat(32) };
  expect(publicKeyOf(SECRET_KEY)).toBe(PUBLIC_KEY);
  const signature = sign(signed, SECRET_KEY);
  expect(isSignedBy(PUBLIC_KEY, signed, signature)).toBe(true);
  expect(isSignedBy(PUBLIC_KEY, { ...signed, n: 65 }, signature)).toBe(false);
  expect(isSignedBy(PUBLIC_KEY, signed, signature.replace(/^./, "z"))).toBe(false);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
  const byNode = nodeSign(null, Buffer.from(signedText(signed)), privateKey).toString("hex");
  expect(isSignedBy(raw, signed, byNode)).toBe(true);
});

test("no text makes the check of a signature throw", () => {
  const signed = { match: "m", seat: "east", n: 1, head: "" };
  for (const text of ["", "zz", "00".repeat(64), "ff".repeat(64)]) {
    expect(isSignedBy("00".repeat(32), signed, text)).toBe(false);
    expect(isSignedBy(text.slice(0, 64), signed, "00".repeat(64))).toBe(false);
  }
});

test("canonical text is that of RFC 8785", () => {
  expect(canonical({ b: [1, "é\u0001"], a: { d: null, c: undefined } })).toBe(
    '{"a":{"d":null},"b":[1,"é\\u0001"]}',
  );
  expect(() => canonical("\ud800")).toThrow();
});

test.each([
  ["a seat's", PUBLIC_KEY, true],
  ["the neutral point", "01".padEnd(64, "0"), false],
  ["the neutral point in another encoding", "ee".padEnd(62, "f").concat("7f"), false],
  ["a point of order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", false],
  ["no point", "02".padEnd(64, "0"), false],
  ["no key", "", false],
])("whether signatures tell who signed: the key is %s", (_, key, isStrong) => {
  expect(isStrongKey(key)).toBe(isStrong);
});
