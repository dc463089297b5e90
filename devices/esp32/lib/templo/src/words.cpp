#include "words.hpp"

#include <strings.h>

namespace templo {

namespace {

const Words kEnglish = {
    "Take",
    "from",
    "No Wi-Fi:",
    "Wrong password for:",
    "Wait: no time (SNTP)",
    "Connecting to",
    "No broker answers at",
    "Wrong CA certificate",
    "Name/secret is wrong",
    "The broker refuses",
    "No bridge is online",
    "No match: press pair",
    "Wait for the bridge",
    "The code has expired",
    "Press pair",
};

const Words kSpanish = {
    "Saca",
    "de",
    "Sin Wi-Fi:",
    "Clave incorrecta de:",
    "Espera: sin hora",
    "Conectando con",
    "No hay broker en",
    "Certificado CA malo",
    "Nombre o clave malos",
    "El broker lo rechaza",
    "Sin puente en linea",
    "Sin mesa: pulsa pair",
    "Espera al puente",
    "El codigo caduco",
    "Pulsa pair",
};

const Words kGerman = {
    "Nimm",
    "von",
    "Kein WLAN:",
    "Falsches Passwort:",
    "Warte: keine Uhrzeit",
    "Verbinde mit",
    "Kein Broker unter",
    "CA-Zertifikat falsch",
    "Name/Kennwort falsch",
    "Broker lehnt ab",
    "Keine Bridge online",
    "Kein Spiel: pair",
    "Warte auf die Bridge",
    "Code abgelaufen",
    "Druecke pair",
};

const Words kPortuguese = {
    "Tire",
    "de",
    "Sem Wi-Fi:",
    "Senha errada de:",
    "Espere: sem hora",
    "Conectando a",
    "Sem broker em",
    "Certificado CA ruim",
    "Nome ou senha errado",
    "O broker recusa",
    "Sem ponte online",
    "Sem mesa: use pair",
    "Espere a ponte",
    "O codigo expirou",
    "Aperte pair",
};

struct Translation {
  /** The primary tag of BCP 47, two letters. */
  const char* tag;
  const Words& words;
};

const Translation kTranslations[] = {{"es", kSpanish}, {"de", kGerman}, {"pt", kPortuguese}};

}  // namespace

const char* Words::sentenceOf(Refusal why) const {
  switch (why) {
    case Refusal::unreachable:
      return unreachable;
    case Refusal::untrusted:
      return untrusted;
    case Refusal::login:
      return login;
    case Refusal::other:
      return access;
  }
  return "";
}

const Words& wordsOf(const char* language) {
  for (const auto& [tag, words] : kTranslations) {
    if (language != nullptr && strncasecmp(language, tag, 2) == 0 &&
        (language[2] == '\0' || language[2] == '-'))
      return words;
  }
  return kEnglish;
}

}  // namespace templo
