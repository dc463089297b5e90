/* What a temple's screen says of itself: printable ASCII, at most 20 characters a line. The ESP32's are lib/templo/src/words.cpp. */

const EN = {
  /** A debt is `Take 2 from Tlaloc`, as in the bridge's lines. */
  take: "Take",
  from: "from",
  noWifi: "No Wi-Fi:",
  wrongPassword: "Wrong password for:",
  noTime: "Wait: no time (SNTP)",
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
  noWifi: "Sin Wi-Fi:",
  wrongPassword: "Clave incorrecta de:",
  noTime: "Espera: sin hora",
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

/** @param lang the temple's language (BCP 47); default: English, as for one that is not known here */
export function wordsOf(lang = "en"): Words {
  return /^es(-|$)/i.test(lang) ? ES : EN;
}
