// Checks how a temple is set up: the portal's form, the link of an enrolment, names, ports, versions, and the portal's
// name server. `check-setup <seed>`; `check-setup --link <link>` prints what a link says, a line each.

#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

#include "check.hpp"
#include "dns.hpp"
#include "setup.hpp"

using namespace templo;

namespace {

constexpr int kRounds = 20'000;

const std::string kPin(64, 'a');
const std::string kLink = "templo://play.example:8883/sun-temple?s=Zm9vYmFy-_&pin=" + kPin;
const std::string kPem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
const std::string kPemField = "-----BEGIN+CERTIFICATE-----%0D%0AMIIB%0A-----END+CERTIFICATE-----%0A";

Setup stored() {
  Setup setup;
  setup.wifi = "Casa";
  setup.password = "old password";
  setup.host = "old.example";
  setup.port = 1884;
  setup.id = "old-temple";
  setup.secret = "old";
  setup.ca = kPem;
  return setup;
}

std::string describe(const Setup& setup) {
  return setup.wifi + "|" + setup.password + "|" + setup.host + ":" + std::to_string(setup.brokerPort()) + "|" +
         setup.id + "|" + setup.secret + "|" + setup.pin + "|" + setup.ca + "|" + setup.updates +
         (setup.language.empty() ? "" : "|" + setup.language) + (setup.mirror.empty() ? "" : "|" + setup.mirror);
}

/** Reads a form over what is stored. Returns the setup, or what is wrong. */
std::string read(const std::string& form, Setup setup = stored()) {
  std::string before = describe(setup);
  const char* fault = readForm(form, setup);
  if (fault == nullptr) return describe(setup);
  expectEqual(describe(setup), before, "a form with a fault changes nothing; the setup");
  return fault;
}

std::string escape(const std::string& text) {
  std::string out;
  for (char c : text) {
    char hex[4];
    snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    out += hex;
  }
  return out;
}

void checkLinks() {
  const std::string enrolled = "Casa|old password|play.example:8883|sun-temple|Zm9vYmFy-_|" + kPin + "||";
  Setup scanned = stored();
  expect(readLink(kLink, scanned) == nullptr, "a link is read");
  expectEqual(describe(scanned), enrolled, "by a link alone the setup");
  expectEqual(read("link=" + escape(kLink)), enrolled, "by a link the setup");
  expectEqual(read("link=" + escape("http://192.168.4.1/setup#" + kLink + "\r\n")), enrolled,
              "by the text of the QR code the setup");
  expectEqual(read("link=" + escape("templo://10.0.0.7:1883/sun-temple?s=a%2Bb+c")),
              "Casa|old password|10.0.0.7:1883|sun-temple|a+b c|||", "by a link without a pin the setup");
  expectEqual(read("link=" + escape("templo://[fd00::7]/sun-temple?s=abc")),
              "Casa|old password|fd00::7:1883|sun-temple|abc|||", "by a link with an IPv6 address the setup");
  expectEqual(read("link=" + escape(kLink) + "&ca=" + kPemField + "&port=9883"),
              "Casa|old password|play.example:9883|sun-temple|Zm9vYmFy-_|" + kPin + "|-----BEGIN CERTIFICATE-----\r\n" +
                  kPem.substr(28) + "|",
              "by a link with more fields the setup");
  for (const char* bad : {"hello", "https://play.example/setup", "http://a/templo://b/sun-temple?s=abc", "templo://",
                          "templo://host/sun-temple", "templo://host/?s=abc", "templo://host/UPPER?s=abc",
                          "templo://host/sun-temple?pin=abc", "templo:///sun-temple?s=abc",
                          "templo://host:0/sun-temple?s=abc", "templo://host:99999/sun-temple?s=abc",
                          "templo://[fd00::7/sun-temple?s=abc", "templo://host?s=/sun-temple"}) {
    std::string what = std::string("for ") + bad + " it";
    expectEqual(read("link=" + escape(bad)), "This is not the link of an enrolment.", what);
  }
  expectEqual(read("link=" + escape("templo://host/sun-temple?s=abc&pin=12")), "The pin has 64 hex digits, or is public.",
              "for a short pin it");
}

void checkForms() {
  const std::string old = describe(stored());
  expectEqual(read(""), old, "after an empty form the setup");
  expectEqual(read("wifi=&password=&host=&port=&id=&secret=&ca=&link=&updates="), old, "after empty fields the setup");
  expectEqual(read("forget=on"), "Casa|old password|old.example:1884|old-temple|old|||", "with the CA forgotten it");
  expectEqual(read("wifi=Caf%C3%A9+2&password=%20pass+word%20"),
              "Caf\xc3\xa9 2| pass word |old.example:1884|old-temple|old||" + kPem + "|", "with another Wi-Fi it");
  expectEqual(read("wifi=Open"), "Open||old.example:1884|old-temple|old||" + kPem + "|", "with an open Wi-Fi it");
  expectEqual(read("password=new+password"), "Casa|new password|old.example:1884|old-temple|old||" + kPem + "|",
              "with another password it");
  expectEqual(read("host=+10.0.0.7+&port=8884&id=sun-temple&secret=abc&updates=https%3A%2F%2Fplay.example%2Ffw%2F"),
              "Casa|old password|10.0.0.7:8884|sun-temple|abc||" + kPem + "|https://play.example/fw/", "by hand it");
  expectEqual(read("lang=es"), old + "|es", "with a language it");
  expectEqual(read("mirror=on"), old + "|on", "with a lake like the match's it");
  const std::pair<const char*, const char*> bad[] = {
      {"mirror=yes", "The mirror is on or off."},
      {"lang=espa%C3%B1ol", "A language is like es or es-MX."},
      {"wifi=123456789012345678901234567890123", "The name of a Wi-Fi has at most 32 characters."},
      {"password=short", "The password of a Wi-Fi has 8 to 63 characters."},
      {"wifi=a%00b", "The name of a Wi-Fi has at most 32 characters."},
      {"host=mqtt%3A%2F%2Fplay.example", "The broker is a name or an address, without mqtt://."},
      {"port=0", "The port is a number from 1 to 65535."},
      {"port=65536", "The port is a number from 1 to 65535."},
      {"port=1883x", "The port is a number from 1 to 65535."},
      {"id=Sun", "The temple's id has 4 to 24 small letters, digits and hyphens."},
      {"secret=%01", "The secret has at most 128 printable characters."},
      {"ca=MIIB",
       "A CA certificate begins with -----BEGIN CERTIFICATE-----; two of them have at most 3999 characters."},
      {"updates=http%3A%2F%2Fplay.example%2F", "The address of updates begins with https:// and ends with /."},
      {"updates=https%3A%2F%2Fplay.example", "The address of updates begins with https:// and ends with /."},
  };
  for (const auto& [form, fault] : bad) expectEqual(read(form), fault, std::string("for ") + form + " it");
  expectEqual(read(std::string(kMostForm + 1, 'a')), "The form is too large.", "for a large form it");
}

void checkPortsAndNames() {
  Setup setup;
  expect(setup.brokerPort() == 1883, "without CA and pin the port is 1883");
  setup.pin = kPin;
  expect(setup.brokerPort() == 8883, "with a pin the port is 8883");
  setup.pin = "";
  setup.ca = kPem;
  expect(setup.brokerPort() == 8883, "with a CA the port is 8883");
  expectEqual(accessPointName({0x24, 0x6f, 0x28, 0x0a, 0xbc, 0x01}), "templo-0abc01", "the access point's name");
  expect(isNewer("1.2.10", "1.2.9") && isNewer("2.0.0", "1.9.9"), "a later version is newer");
  expect(!isNewer("1.2.9", "1.2.9") && !isNewer("1.2.8", "1.2.9"), "the same or an earlier one is not");
  for (const char* none : {"", "1.2", "1.2.3-dirty", "x.y.z", "1.2.3.4", "99999999999.0.0"}) {
    expect(!isNewer(none, "1.2.3") && !isNewer("9.9.9", none), "what is no version is not newer, nor older:", none);
  }
}

using Bytes = std::vector<uint8_t>;

const uint8_t kAddress[] = {192, 168, 4, 1};

Bytes answer(const Bytes& query) {
  Bytes out(kMostDns);
  out.resize(answerDns(query.data(), query.size(), kAddress, out.data()));
  return out;
}

void checkDns() {
  Bytes question = {0xab, 0xcd, 0x01, 0x20, 0, 1, 0, 0, 0, 0, 0, 1, 1, 'a', 2, 'b', 'c', 0, 0, 1, 0, 1};
  Bytes expected = {0xab, 0xcd, 0x85, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 'a', 2, 'b', 'c', 0, 0, 1, 0, 1,
                    0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 10, 0, 4, 192, 168, 4, 1};
  expect(answer(question) == expected, "a question for an address leads to the temple");
  Bytes withMore = question;
  withMore.insert(withMore.end(), {0, 0, 41, 16, 0, 0, 0, 0, 0, 0, 0});
  expect(answer(withMore) == expected, "a question with an additional record does too");
  Bytes other = question;
  other[19] = 28;
  Bytes nothing = {0xab, 0xcd, 0x85, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 'a', 2, 'b', 'c', 0, 0, 28, 0, 1};
  expect(answer(other) == nothing, "a question for an IPv6 address finds nothing");
  Bytes reply = question;
  reply[2] = 0x81;
  expect(answer(reply).empty(), "an answer is not answered");
  Bytes two = question;
  two[5] = 2;
  expect(answer(two).empty(), "two questions are not answered");
  for (size_t length = 0; length < question.size(); ++length) {
    expect(answer({question.begin(), question.begin() + static_cast<ptrdiff_t>(length)}).empty(),
           "a part of a question is not answered");
  }
}

void checkAnyBytes(std::mt19937& random) {
  auto below = [&](size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); };
  const std::string known[] = {"link=" + escape(kLink), "link=" + kLink, "wifi=a&password=b&port=1&ca=" + kPemField,
                               "forget=1&x"};
  for (int round = 0; round < kRounds; ++round) {
    std::string text = known[below(std::size(known))];
    for (size_t changes = below(6); changes > 0 && !text.empty(); --changes) {
      size_t at = below(text.size());
      if (below(2) == 0) text.erase(at, 1 + below(9));
      else text[at] = static_cast<char>(below(256));
    }
    Setup setup = stored();
    readForm(text, setup);
    readLink(text, setup);
    Bytes bytes(below(kMostDns + 20));
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(below(below(2) == 0 ? 256 : 5));
    answer(bytes);
  }
}

/** Prints what a new temple reads in a link. */
int printLink(const char* link) {
  Setup setup;
  const char* fault = readLink(link, setup);
  if (fault != nullptr) {
    printf("%s\n", fault);
    return 1;
  }
  printf("%s\n%u\n%s\n%s\n%s\n", setup.host.c_str(), unsigned{setup.brokerPort()}, setup.id.c_str(),
         setup.secret.c_str(), setup.pin.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--link") return printLink(argv[2]);
  std::mt19937 random(argc < 2 ? 1 : static_cast<unsigned>(strtoul(argv[1], nullptr, 10)));
  checkLinks();
  checkForms();
  checkPortsAndNames();
  checkDns();
  checkAnyBytes(random);
  return failures == 0 ? 0 : 1;
}
