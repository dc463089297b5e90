#include "setup.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <utility>
#include <vector>

#include "types.hpp"

namespace templo {

namespace {

constexpr uint16_t kPlainPort = 1883;
constexpr uint16_t kSecurePort = 8883;
/** What flash stores of one text, without its end. */
constexpr size_t kMostText = 3999;

constexpr char kScheme[] = "templo://";

using Fields = std::vector<std::pair<std::string, std::string>>;

std::string trimmed(const std::string& text) {
  auto isSpace = [](unsigned char c) { return isspace(c) != 0; };
  auto first = std::find_if_not(text.begin(), text.end(), isSpace);
  auto last = std::find_if_not(text.rbegin(), std::make_reverse_iterator(first), isSpace).base();
  return {first, last};
}

int digitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/** Decodes `+` and `%20`. A percent sign without two digits stays. */
std::string decoded(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    int high = i + 2 < text.size() ? digitOf(text[i + 1]) : -1;
    int low = high < 0 ? -1 : digitOf(text[i + 2]);
    if (text[i] == '+') {
      out += ' ';
    } else if (text[i] == '%' && low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

Fields readFields(const std::string& text) {
  Fields fields;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('&', at), text.size());
    size_t equals = std::min(text.find('=', at), end);
    std::string value = equals < end ? text.substr(equals + 1, end - equals - 1) : "";
    fields.emplace_back(decoded(text.substr(at, equals - at)), decoded(value));
    at = end + 1;
  }
  return fields;
}

std::string valueOf(const Fields& fields, const char* name) {
  auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& each) { return each.first == name; });
  return field == fields.end() ? "" : field->second;
}

bool consistsOf(const std::string& text, bool (*allows)(unsigned char)) {
  return std::all_of(text.begin(), text.end(), [&](char c) { return allows(static_cast<unsigned char>(c)); });
}

/** T-1 */
bool isTempleId(const std::string& text) {
  auto allows = [](unsigned char c) { return islower(c) != 0 || isdigit(c) != 0 || c == '-'; };
  return text.size() >= 4 && text.size() <= 24 && text[0] != '-' && consistsOf(text, allows);
}

bool isHost(const std::string& text) {
  auto allows = [](unsigned char c) { return isalnum(c) != 0 || c == '.' || c == '-' || c == ':'; };
  return !text.empty() && text.size() <= 253 && consistsOf(text, allows);
}

bool isPort(const std::string& text) {
  auto allows = [](unsigned char c) { return isdigit(c) != 0; };
  if (text.empty() || text.size() > 5 || !consistsOf(text, allows)) return false;
  unsigned long port = std::stoul(text);
  return port >= 1 && port <= 65535;
}

bool isSecret(const std::string& text) {
  return !text.empty() && text.size() <= 128 && isPrintable(text.c_str()) && text.find('\0') == std::string::npos;
}

bool isPin(const std::string& text) {
  return text.size() == 64 && consistsOf(text, [](unsigned char c) { return isxdigit(c) != 0; });
}

bool isFolder(const std::string& text) {
  auto allows = [](unsigned char c) { return isgraph(c) != 0; };
  return text.rfind("https://", 0) == 0 && text.back() == '/' && text.size() <= 200 && consistsOf(text, allows);
}

/** BCP 47, and what an online state may have of it (section 3). */
bool isLanguage(const std::string& text) {
  auto allows = [](unsigned char c) { return isalnum(c) != 0 || c == '-'; };
  return text.size() >= 2 && text.size() <= 35 && text[0] != '-' && consistsOf(text, allows);
}

/** A pass phrase, or a key in hex digits (WPA2). */
bool isWifiPassword(const std::string& text) {
  if (text.find('\0') != std::string::npos) return false;
  return text.empty() || (text.size() >= 8 && text.size() <= 63) || isPin(text);
}

/** Reads `<host>`, `<host>:<port>` or `[<IPv6>]:<port>`. */
bool readAddress(const std::string& text, std::string& host, std::string& port) {
  bool isBracketed = !text.empty() && text[0] == '[';
  size_t end = isBracketed ? text.find(']') : text.find(':');
  if (isBracketed && end == std::string::npos) return false;
  host = isBracketed ? text.substr(1, end - 1) : text.substr(0, end);
  size_t after = isBracketed ? end + 1 : end;
  port = "";
  if (after >= text.size()) return true;
  if (text[after] != ':') return false;
  port = text.substr(after + 1);
  return isPort(port);
}

/** Returns what is wrong with a setup. */
const char* findFault(const Setup& setup) {
  if (setup.wifi.size() > 32 || setup.wifi.find('\0') != std::string::npos) {
    return "The name of a Wi-Fi has at most 32 characters.";
  }
  if (!isWifiPassword(setup.password)) return "The password of a Wi-Fi has 8 to 63 characters.";
  if (!setup.host.empty() && !isHost(setup.host)) return "The broker is a name or an address, without mqtt://.";
  if (!setup.id.empty() && !isTempleId(setup.id)) {
    return "The temple's id has 4 to 24 small letters, digits and hyphens.";
  }
  if (!setup.secret.empty() && !isSecret(setup.secret)) return "The secret has at most 128 printable characters.";
  if (!setup.pin.empty() && setup.pin != "public" && !isPin(setup.pin)) return "The pin has 64 hex digits, or is public.";
  bool isPem = setup.ca.find("-----BEGIN CERTIFICATE-----") == 0 && setup.ca.find('\0') == std::string::npos;
  if (!setup.ca.empty() && (!isPem || setup.ca.size() > kMostText)) {
    return "A CA certificate begins with -----BEGIN CERTIFICATE-----; two of them have at most 3999 characters.";
  }
  if (!setup.updates.empty() && !isFolder(setup.updates)) return "The address of updates begins with https:// and ends with /.";
  if (!setup.language.empty() && !isLanguage(setup.language)) return "A language is like es or es-MX.";
  if (!setup.mirror.empty() && setup.mirror != "on" && setup.mirror != "off") return "The mirror is on or off.";
  return nullptr;
}

/** Replaces the setup unless something is wrong with the new one. */
const char* accept(Setup&& changed, Setup& setup) {
  const char* fault = findFault(changed);
  if (fault == nullptr) setup = std::move(changed);
  return fault;
}

}  // namespace

uint16_t Setup::brokerPort() const {
  if (port != 0) return port;
  return isSecure() ? kSecurePort : kPlainPort;
}

const char* readLink(const std::string& text, Setup& setup) {
  constexpr const char* kFault = "This is not the link of an enrolment.";
  size_t begin = text.find(kScheme);
  if (begin == std::string::npos || (begin > 0 && text[begin - 1] != '#')) return kFault;
  std::string rest = trimmed(text.substr(begin + sizeof kScheme - 1));
  size_t slash = rest.find('/');
  size_t question = rest.find('?');
  if (slash == std::string::npos || question == std::string::npos || question < slash) return kFault;
  Setup changed = setup;
  std::string port;
  if (!readAddress(rest.substr(0, slash), changed.host, port) || changed.host.empty()) return kFault;
  changed.port = port.empty() ? uint16_t{0} : static_cast<uint16_t>(std::stoul(port));
  changed.id = decoded(rest.substr(slash + 1, question - slash - 1));
  Fields query = readFields(rest.substr(question + 1));
  changed.secret = valueOf(query, "s");
  changed.pin = valueOf(query, "pin");
  changed.ca = "";
  if (!isTempleId(changed.id) || changed.secret.empty()) return kFault;
  return accept(std::move(changed), setup);
}

const char* readForm(const std::string& body, Setup& setup) {
  if (body.size() > kMostForm) return "The form is too large.";
  Fields fields = readFields(body);
  auto value = [&](const char* name) { return trimmed(valueOf(fields, name)); };
  Setup changed = setup;
  if (!value("forget").empty()) changed.ca = changed.pin = "";
  if (std::string link = value("link"); !link.empty()) {
    if (const char* fault = readLink(link, changed); fault != nullptr) return fault;
  }
  const std::pair<const char*, std::string*> texts[] = {
      {"host", &changed.host}, {"id", &changed.id}, {"secret", &changed.secret}, {"ca", &changed.ca},
      {"updates", &changed.updates}, {"lang", &changed.language}, {"mirror", &changed.mirror}};
  for (const auto& [name, into] : texts) {
    if (std::string text = value(name); !text.empty()) *into = text;
  }
  if (std::string port = value("port"); !port.empty()) {
    if (!isPort(port)) return "The port is a number from 1 to 65535.";
    changed.port = static_cast<uint16_t>(std::stoul(port));
  }
  // Blanks at the ends of a name or a password belong to it.
  std::string wifi = valueOf(fields, "wifi");
  std::string password = valueOf(fields, "password");
  if (!wifi.empty() || !password.empty()) changed.password = password;
  if (!wifi.empty()) changed.wifi = wifi;
  return accept(std::move(changed), setup);
}

std::string accessPointName(const uint8_t (&mac)[6]) {
  char name[16];
  snprintf(name, sizeof name, "templo-%02x%02x%02x", unsigned{mac[3]}, unsigned{mac[4]}, unsigned{mac[5]});
  return name;
}

bool isNewer(const std::string& version, const std::string& than) {
  unsigned a[3], b[3];
  char rest;
  auto read = [&](const std::string& text, unsigned (&out)[3]) {
    return sscanf(text.c_str(), "%5u.%5u.%5u%c", &out[0], &out[1], &out[2], &rest) == 3;
  };
  return read(version, a) && read(than, b) && std::lexicographical_compare(b, b + 3, a, a + 3);
}

}  // namespace templo
