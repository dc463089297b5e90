// The settings entered in the portal, stored in NVS.
#pragma once

#include <Arduino.h>
#include <Preferences.h>

/** Wi-Fi, broker and enrolment (P-1). */
struct BoardSettings {
  String ssid;
  String wifiPassword;
  String host;
  uint16_t port = 8883;
  String templeId;
  String secret;
  /** One or two CA certificates as PEM. Empty: plain MQTT, only for your own network. */
  String ca;

  bool areComplete() const { return !ssid.isEmpty() && !host.isEmpty() && !templeId.isEmpty() && !secret.isEmpty(); }
};

inline BoardSettings loadSettings() {
  Preferences nvs;
  nvs.begin("templo-wishes", true);
  BoardSettings settings;
  settings.ssid = nvs.getString("ssid");
  settings.wifiPassword = nvs.getString("password");
  settings.host = nvs.getString("host");
  settings.port = nvs.getUShort("port", 8883);
  settings.templeId = nvs.getString("id");
  settings.secret = nvs.getString("secret");
  settings.ca = nvs.getString("ca");
  nvs.end();
  return settings;
}

inline void saveSettings(const BoardSettings& settings) {
  Preferences nvs;
  nvs.begin("templo-wishes", false);
  nvs.putString("ssid", settings.ssid);
  nvs.putString("password", settings.wifiPassword);
  nvs.putString("host", settings.host);
  nvs.putUShort("port", settings.port);
  nvs.putString("id", settings.templeId);
  nvs.putString("secret", settings.secret);
  nvs.putString("ca", settings.ca);
  nvs.end();
}
