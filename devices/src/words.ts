/* A temple's own lines: printable ASCII, at most 20 characters. The ESP32 has the same, and more (lib/templo/src/words.cpp). */

const EN = {
  /** A debt is `Take 2 from Tlaloc`, as in the bridge's lines. */
  take: "Take",
  from: "from",
  connecting: "Connecting to",
  unreachable: "No broker answers at",
  untrusted: "Wrong CA certificate",
  login: "Name/secret is wrong",
  access: "The broker refuses",
  noBridge: "No bridge is online",
  noMatch: "No match: press pair",
  noDisplay: "Wait for the bridge",
  codeExpired: "The code has expired",
  pressPair: "Press pair",
};

export type Words = Readonly<typeof EN>;

const ES: Words = {
  take: "Saca",
  from: "de",
  connecting: "Conectando con",
  unreachable: "No hay broker en",
  untrusted: "Certificado CA malo",
  login: "Nombre o clave malos",
  access: "El broker lo rechaza",
  noBridge: "Sin puente en linea",
  noMatch: "Sin mesa: pulsa pair",
  noDisplay: "Espera al puente",
  codeExpired: "El codigo caduco",
  pressPair: "Pulsa pair",
};

const DE: Words = {
  take: "Nimm",
  from: "von",
  connecting: "Verbinde mit",
  unreachable: "Kein Broker unter",
  untrusted: "CA-Zertifikat falsch",
  login: "Name/Kennwort falsch",
  access: "Broker lehnt ab",
  noBridge: "Keine Bridge online",
  noMatch: "Kein Spiel: pair",
  noDisplay: "Warte auf die Bridge",
  codeExpired: "Code abgelaufen",
  pressPair: "Druecke pair",
};

const PT: Words = {
  take: "Tire",
  from: "de",
  connecting: "Conectando a",
  unreachable: "Sem broker em",
  untrusted: "Certificado CA ruim",
  login: "Nome ou senha errado",
  access: "O broker recusa",
  noBridge: "Sem ponte online",
  noMatch: "Sem mesa: use pair",
  noDisplay: "Espere a ponte",
  codeExpired: "O codigo expirou",
  pressPair: "Aperte pair",
};

/** By primary tag of BCP 47. */
const WORDS: ReadonlyMap<string, Words> = new Map(Object.entries({ en: EN, es: ES, de: DE, pt: PT }));

/** A language as a maker sets it (BCP 47), like `es-MX`. */
export const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/** Returns the lines in a language (BCP 47). Default, and for an unknown language: English. */
export function wordsOf(lang = "en"): Words {
  return WORDS.get(lang.split("-", 1)[0]?.toLowerCase() ?? "") ?? EN;
}
