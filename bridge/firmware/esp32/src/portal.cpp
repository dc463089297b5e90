#include "portal.hpp"

#include <WebServer.h>
#include <WiFi.h>

namespace {

constexpr uint32_t kOpen = 5 * 60 * 1000;

const char kPage[] PROGMEM = R"(<!doctype html><meta name=viewport content="width=device-width">
<title>Templo Mayor</title><style>body{font:16px sans-serif;max-width:30em;margin:1em auto}input,textarea{width:100%}</style>
<h1>Templo Mayor</h1><form method=post>
<p>Wi-Fi name <input name=ssid maxlength=32><p>Wi-Fi password <input name=password type=password maxlength=63>
<p>Broker <input name=host placeholder=play.example><p>Port <input name=port placeholder=8883>
<p>Temple id <input name=id pattern="[a-z0-9][a-z0-9-]{3,23}"><p>Secret <input name=secret type=password>
<p>CA certificate (PEM; two of them while it is being changed) <textarea name=ca rows=6></textarea>
<p><button>Save and restart</button></form><p>What you leave empty stays as it was.)";

void take(WebServer& server, const char* name, String& into) {
  String given = server.arg(name);
  given.trim();
  if (!given.isEmpty()) into = given;
}

}  // namespace

[[noreturn]] void runPortal(Wishes wishes, void (*tell)(const char* first, const char* second)) {
  char name[24], password[9];
  snprintf(name, sizeof name, "templo-%06lx", static_cast<unsigned long>(ESP.getEfuseMac() & 0xffffff));
  snprintf(password, sizeof password, "%08lu", static_cast<unsigned long>(esp_random() % 100000000));
  WiFi.mode(WIFI_AP);
  WiFi.softAP(name, password);
  tell(name, password);
  WebServer server(80);
  bool saved = false;
  server.on("/", HTTP_GET, [&] { server.send_P(200, "text/html", kPage); });
  server.on("/", HTTP_POST, [&] {
    take(server, "ssid", wishes.ssid);
    take(server, "password", wishes.wifiPassword);
    take(server, "host", wishes.host);
    take(server, "id", wishes.templeId);
    take(server, "secret", wishes.secret);
    take(server, "ca", wishes.ca);
    String port;
    take(server, "port", port);
    if (port.toInt() > 0 && port.toInt() < 65536) wishes.port = static_cast<uint16_t>(port.toInt());
    saveWishes(wishes);
    server.send(200, "text/plain", "Saved. The temple restarts.");
    saved = true;
  });
  server.begin();
  for (uint32_t since = millis(); !saved && millis() - since < kOpen;) {
    server.handleClient();
    delay(2);
  }
  delay(500);
  ESP.restart();
  for (;;) delay(1000);
}
