// The board layer: pins, screen, flash and radio of an ESP32 around the core in lib/templo. The tests run the core on
// the host; only PlatformIO compiles this file.

#include <Arduino.h>
#include <LiquidCrystal_I2C.h>
#include <Preferences.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <Wire.h>
#include <time.h>

#include "pins.hpp"
#include "portal.hpp"
#include "settings.hpp"
#include "temple.hpp"

using templo::Millis;
using templo::Slot;

namespace {

LiquidCrystal_I2C screen(0x27, 20, 4);

Millis now() { return static_cast<Millis>(esp_timer_get_time() / 1000); }

void showLines(const char* first, const char* second) {
  screen.clear();
  screen.print(first);
  screen.setCursor(0, 1);
  screen.print(second);
}

/** Edges of the beams, from the interrupts to the loop. */
struct Edge {
  Slot slot;
  bool dark;
  Millis at;
};
constexpr size_t kEdges = 64;
Edge edges[kEdges];
volatile size_t edgesIn = 0;
size_t edgesOut = 0;

void IRAM_ATTR recordEdge(Slot slot, uint8_t pin) {
  size_t next = (edgesIn + 1) % kEdges;
  if (next == edgesOut) return;
  edges[edgesIn] = {slot, digitalRead(pin) == LOW, static_cast<Millis>(esp_timer_get_time() / 1000)};
  edgesIn = next;
}
void IRAM_ATTR onBeamH() { recordEdge(Slot::h, pins::kBeamH); }
void IRAM_ATTR onBeamT() { recordEdge(Slot::t, pins::kBeamT); }

/** TCP, or TLS if a CA certificate is stored. */
class RadioTransport : public templo::Transport {
 public:
  void begin(const BoardSettings& settings) {
    host_ = settings.host;
    port_ = settings.port;
    secure_ = !settings.ca.isEmpty();
    ca_ = settings.ca;
    if (secure_) tls_.setCACert(ca_.c_str());
  }
  bool open() override {
    if (WiFi.status() != WL_CONNECTED) return false;
    // N-8: certificates have dates, so the clock must be set.
    if (secure_ && time(nullptr) < 1700000000) return false;
    return client().connect(host_.c_str(), port_) == 1;
  }
  int read(uint8_t* out, size_t size) override {
    if (int available = client().available(); available > 0) {
      return client().read(out, std::min(size, static_cast<size_t>(available)));
    }
    return client().connected() ? 0 : -1;
  }
  bool write(const uint8_t* bytes, size_t size) override { return client().write(bytes, size) == size; }
  void close() override { client().stop(); }

 private:
  Client& client() { return secure_ ? static_cast<Client&>(tls_) : plain_; }

  WiFiClient plain_;
  WiFiClientSecure tls_;
  bool secure_ = false;
  String host_, ca_;
  uint16_t port_ = 0;
};

/** Stores the state in NVS, which spreads writes over its sectors, so that one write per bead does not wear it out. */
class NvsStore : public templo::Store {
 public:
  bool load(templo::StoredState& out) override {
    Preferences nvs;
    if (!nvs.begin("templo", true)) return true;
    bool isComplete = nvs.getBytesLength("kept") == 0 || nvs.getBytes("kept", &out, sizeof out) == sizeof out;
    nvs.end();
    return isComplete;
  }
  bool save(const templo::StoredState& state) override {
    Preferences nvs;
    if (!nvs.begin("templo", false)) return false;
    bool written = nvs.putBytes("kept", &state, sizeof state) == sizeof state;
    nvs.end();
    return written;
  }
};

class Esp32Board : public templo::Board {
 public:
  void show(const templo::Picture& picture) override {
    digitalWrite(pins::kLampH, picture.lit.h || picture.blinking);
    digitalWrite(pins::kLampT, picture.lit.t || picture.blinking);
    bool owesBeads = picture.takeOut.h > 0 || picture.takeOut.t > 0;
    digitalWrite(pins::kRed, owesBeads);
    if (owesBeads && !owesBeads_) tone(pins::kBuzzer, 220, 600);
    owesBeads_ = owesBeads;
    screen.clear();
    for (uint8_t line = 0; line < templo::kLines; ++line) {
      screen.setCursor(0, line);
      screen.print(picture.lines[line]);
    }
  }
  void restart() override { ESP.restart(); }
  uint32_t random() override { return esp_random(); }

 private:
  bool owesBeads_ = false;
};

/** A button: pressed, or held for 3 s. */
class Button {
 public:
  explicit Button(uint8_t pin) : pin_(pin) {}
  /** Returns 0: nothing, 1: pressed and released, 2: held and released. */
  int read() {
    bool down = digitalRead(pin_) == LOW;
    if (down == down_ || millis() - since_ < 30) return 0;
    uint32_t duration = millis() - since_;
    down_ = down;
    since_ = millis();
    return down ? 0 : duration >= 3000 ? 2 : 1;
  }

 private:
  const uint8_t pin_;
  bool down_ = false;
  uint32_t since_ = 0;
};

double spread() { return static_cast<double>(esp_random()) / 4294967296.0; }

BoardSettings settings;
RadioTransport transport;
NvsStore store;
Esp32Board board;
Button confirmButton(pins::kConfirm);
Button pairButton(pins::kPair);
templo::Temple* temple = nullptr;

bool isDark(uint8_t pin) { return digitalRead(pin) == LOW; }

}  // namespace

void setup() {
  Serial.begin(115200);
  for (uint8_t pin : {pins::kBeamH, pins::kBeamT, pins::kConfirm, pins::kPair}) pinMode(pin, INPUT_PULLUP);
  for (uint8_t pin : {pins::kLampH, pins::kLampT, pins::kRed, pins::kBuzzer}) pinMode(pin, OUTPUT);
  Wire.begin(pins::kSda, pins::kScl);
  screen.init();
  screen.backlight();
  settings = loadSettings();
  // The pair button opens the portal if it is held at power-up.
  if (!settings.areComplete() || isDark(pins::kPair)) runPortal(settings, showLines);

  showLines("Templo Mayor", settings.ssid.c_str());
  WiFi.mode(WIFI_STA);
  WiFi.setAutoReconnect(true);
  WiFi.begin(settings.ssid.c_str(), settings.wifiPassword.c_str());
  configTime(0, 0, "pool.ntp.org");
  transport.begin(settings);
  // Created once, when the radio is on: before that its random numbers are predictable.
  static templo::Temple instance({settings.templeId.c_str(), settings.secret.c_str(), {"templo-esp32 1.0", 3, nullptr}},
                              transport, store, board, spread);
  temple = &instance;
  temple->begin({isDark(pins::kBeamH), isDark(pins::kBeamT)}, now());
  attachInterrupt(digitalPinToInterrupt(pins::kBeamH), onBeamH, CHANGE);
  attachInterrupt(digitalPinToInterrupt(pins::kBeamT), onBeamT, CHANGE);
}

void loop() {
  while (edgesOut != edgesIn) {
    Edge edge = edges[edgesOut];
    edgesOut = (edgesOut + 1) % kEdges;
    temple->onBeam(edge.slot, edge.dark, edge.at);
  }
  if (confirmButton.read() == 1) temple->onConfirm(now());
  if (int pressed = pairButton.read(); pressed > 0) temple->onPair(pressed == 2, now());
  temple->loop(now());
  delay(1);
}
