#include "portal.hpp"

#include <WebServer.h>
#include <WiFi.h>

namespace {

constexpr uint32_t kOpenTime = 5 * 60 * 1000;

const char kPage[] PROGMEM = R"(<!doctype html><meta name=viewport content="width=device-width">
<title>Templo Mayor</title><style>body{font:16px sans-serif;max-width:30em;margin:1em auto}input,textarea{width:100%}</style>
<h1>Templo Mayor</h1><form method=post>
<p>Wi-Fi name <input name=ssid maxlength=32><p>Wi-Fi password <input name=password type=password maxlength=63>
<p>Broker <input name=host placeholder=play.example><p>Port <input name=port placeholder=8883>
<p>Temple id <input name=id pattern="[a-z0-9][a-z0-9-]{3,23}"><p>Secret <input name=secret type=password>
<p>CA certificate (PEM; two of them while you change it) <textarea name=ca rows=6></textarea>
<p><button>Save and restart</button></form><p>A field that you leave empty stays unchanged.)";

void copyField(WebServer& server, const char* name, String& into) {
  String value = server.arg(name);
  value.trim();
  if (!value.isEmpty()) into = value;
}

}  // namespace

[[noreturn]] void runPortal(BoardSettings settings, void (*showLines)(const char* first, const char* second)) {
  char name[24], password[9];
  snprintf(name, sizeof name, "templo-%06lx", static_cast<unsigned long>(ESP.getEfuseMac() & 0xffffff));
  snprintf(password, sizeof password, "%08lu", static_cast<unsigned long>(esp_random() % 100000000));
  WiFi.mode(WIFI_AP);
  WiFi.softAP(name, password);
  showLines(name, password);
  WebServer server(80);
  bool saved = false;
  server.on("/", HTTP_GET, [&] { server.send_P(200, "text/html", kPage); });
  server.on("/", HTTP_POST, [&] {
    copyField(server, "ssid", settings.ssid);
    copyField(server, "password", settings.wifiPassword);
    copyField(server, "host", settings.host);
    copyField(server, "id", settings.templeId);
    copyField(server, "secret", settings.secret);
    copyField(server, "ca", settings.ca);
    String port;
    copyField(server, "port", port);
    if (port.toInt() > 0 && port.toInt() < 65536) settings.port = static_cast<uint16_t>(port.toInt());
    saveSettings(settings);
    server.send(200, "text/plain", "Saved. The temple restarts.");
    saved = true;
  });
  server.begin();
  for (uint32_t since = millis(); !saved && millis() - since < kOpenTime;) {
    server.handleClient();
    delay(2);
  }
  delay(500);
  ESP.restart();
  for (;;) delay(1000);
}
