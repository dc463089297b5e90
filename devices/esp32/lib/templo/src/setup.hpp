// The set-up of a temple, which comes by the form of its portal, or by the link in the QR code of its enrolment.
#pragma once

#include <cstdint>
#include <string>

namespace templo {

/** Wi-Fi, enrolment (P-1) and where to ask for updates. A text that is empty was not set. */
struct Setup {
  std::string wifi;
  /** Empty: an open network. */
  std::string password;
  std::string host;
  /** 0: the usual one, see `brokerPort`. */
  uint16_t port = 0;
  std::string id;
  std::string secret;
  /** SHA-256 of the CA's public key, in 64 hex digits, or `public`. */
  std::string pin;
  /** One or two CA certificates as PEM; they come before the pin. */
  std::string ca;
  /** An https address that ends with a slash; images are below it. */
  std::string updates;
  /** The language of the screen (BCP 47); empty: English. */
  std::string language;
  /** `on`: its lake mirrors the match's (J-11); `off` or empty: not. */
  std::string mirror;

  bool hasWifi() const { return !wifi.empty(); }
  bool isEnrolled() const { return !host.empty() && !id.empty() && !secret.empty(); }
  /** Whether the connection is TLS: with a CA or a pin. Without, it is plain MQTT, for your own network only. */
  bool isSecure() const { return !pin.empty() || !ca.empty(); }
  /** Whether the CAs that browsers trust are trusted. */
  bool trustsPublicCas() const { return pin == "public" && ca.empty(); }
  /** Returns the port that was set, else 8883 with TLS and 1883 without. */
  uint16_t brokerPort() const;
};

/** The most bytes of a form: two certificates, percent-encoded. */
constexpr size_t kMostForm = 12 * 1024;

/**
 * Reads `templo://<host>:<port>/<templeId>?s=<secret>&pin=<hex>`, with or without `http://.../setup#` before it. It
 * replaces the whole enrolment: a pin or CA that was set before is forgotten.
 * @return what is wrong, as a sentence, and `setup` is unchanged; `nullptr`: nothing
 */
const char* readLink(const std::string& text, Setup& setup);

/**
 * Reads the portal's form (`application/x-www-form-urlencoded`): `link`, `wifi`, `password`, `host`, `port`, `id`,
 * `secret`, `ca`, `updates`, `lang`, `mirror`, and `forget` of the CA and pin that were set before. An empty field changes nothing,
 * except the password of a network whose name is given: that network is open.
 * @return what is wrong, as a sentence, and `setup` is unchanged; `nullptr`: nothing
 */
const char* readForm(const std::string& body, Setup& setup);

/** Returns the name of a temple's own Wi-Fi network, by the last bytes of its address: the first are the maker's. */
std::string accessPointName(const uint8_t (&mac)[6]);

/** Whether a version like `1.2.3` comes after another. What is not a version comes after none. */
bool isNewer(const std::string& version, const std::string& than);

}  // namespace templo
