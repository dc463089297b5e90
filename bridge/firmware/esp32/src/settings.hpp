// What the maker typed in, kept in NVS.
#pragma once

#include <Arduino.h>
#include <Preferences.h>

/** Wi-Fi, broker and enrolment (P-1). */
struct Wishes {
  String ssid;
  String wifiPassword;
  String host;
  uint16_t port = 8883;
  String templeId;
  String secret;
  /** One or two CA certificates as PEM; empty: plain MQTT, for one's own network alone. */
  String ca;

  bool areComplete() const { return !ssid.isEmpty() && !host.isEmpty() && !templeId.isEmpty() && !secret.isEmpty(); }
};

inline Wishes loadWishes() {
  Preferences nvs;
  nvs.begin("templo-wishes", true);
  Wishes wishes;
  wishes.ssid = nvs.getString("ssid");
  wishes.wifiPassword = nvs.getString("password");
  wishes.host = nvs.getString("host");
  wishes.port = nvs.getUShort("port", 8883);
  wishes.templeId = nvs.getString("id");
  wishes.secret = nvs.getString("secret");
  wishes.ca = nvs.getString("ca");
  nvs.end();
  return wishes;
}

inline void saveWishes(const Wishes& wishes) {
  Preferences nvs;
  nvs.begin("templo-wishes", false);
  nvs.putString("ssid", wishes.ssid);
  nvs.putString("password", wishes.wifiPassword);
  nvs.putString("host", wishes.host);
  nvs.putUShort("port", wishes.port);
  nvs.putString("id", wishes.templeId);
  nvs.putString("secret", wishes.secret);
  nvs.putString("ca", wishes.ca);
  nvs.end();
}
