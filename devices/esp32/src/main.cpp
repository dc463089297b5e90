// The board layer: what an ESP32 adds to the core in lib/templo. README.md says what of it is compiled where.

#include <esp_app_desc.h>
#include <esp_log.h>
#include <esp_random.h>
#include <esp_system.h>
#include <esp_wifi.h>
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>
#include <sdkconfig.h>

#include <cstdio>

#include "improv_serial.hpp"
#include "mqtt.hpp"
#include "network.hpp"
#include "panel.hpp"
#include "portal.hpp"
#include "screen.hpp"
#include "self_test.hpp"
#include "settings.hpp"
#include "temple.hpp"
#include "trust.hpp"
#include "update.hpp"

using templo::Slot;

namespace {

constexpr char kTag[] = "temple";

class Esp32Board : public templo::Board {
 public:
  void show(const templo::Picture& picture) override {
    panel::light(picture);
    screen::Lines lines;
    for (size_t i = 0; i < templo::kLines; ++i) templo::copyText(lines.text[i], picture.lines[i]);
    screen::show(lines);
  }
  void play(const templo::Tune& tune) override { panel::play(tune); }
  void restart() override { esp_restart(); }
  void lookForUpdate() override { update::look(); }
  uint32_t random() override { return esp_random(); }
};

/** Names why the chip started (docs/temple-protocol.md section 3, `reset`). */
const char* nameOf(esp_reset_reason_t reason) {
  switch (reason) {
    case ESP_RST_POWERON:
      return "power-on";
    case ESP_RST_SW:
      return "restart";
    case ESP_RST_PANIC:
      return "crash";
    case ESP_RST_INT_WDT:
    case ESP_RST_TASK_WDT:
    case ESP_RST_WDT:
      return "watchdog";
    case ESP_RST_BROWNOUT:
      return "brownout";
    case ESP_RST_DEEPSLEEP:
      return "sleep";
    default:
      return "other";
  }
}

int readSignal() {
  int dbm = 0;
  return esp_wifi_sta_get_rssi(&dbm) == ESP_OK ? dbm : 0;
}

double spread() { return static_cast<double>(esp_random()) / 4294967296.0; }

/** Whether no player is about to drop a bead or owes one. */
bool isQuiet(const templo::Picture& picture) {
  return !picture.lit.h && !picture.lit.t && picture.takeOut.h == 0 && picture.takeOut.t == 0;
}

/** Connects to the Wi-Fi and pins the CA that the set-up has. */
void joinNetwork(const templo::Setup& setup) {
  trust::pin(setup.pin);
  network::join(setup.wifi, setup.password);
}

/** Tests each part once, then restarts. */
[[noreturn]] void runSelfTest(templo::Setup& setup) {
  screen::show("Let go of confirm");
  while (panel::isConfirmDown()) vTaskDelay(1);
  if (setup.hasWifi()) joinNetwork(setup);
  static EspBroker broker(setup);
  static Esp32Board board;
  static templo::SelfTest test({{setup.id.c_str(), setup.secret.c_str()}, {}, setup.wifi.c_str(), setup.host.c_str()},
                               broker, board);
  test.begin({panel::isDark(Slot::h), panel::isDark(Slot::t)}, panel::now());
  panel::watchBeams();
  while (!test.isOver()) {
    panel::Edge edge;
    while (panel::takeEdge(edge)) test.onBeam(edge.slot, edge.dark, edge.at);
    if (panel::readConfirm() != panel::Press::none) test.onConfirm(panel::now());
    if (panel::readPair() != panel::Press::none) test.onPair(panel::now());
    if (setup.hasWifi()) test.onLink(network::link(setup.isSecure()));
    test.loop(panel::now());
    vTaskDelay(1);
  }
  esp_restart();
}

/** Plays the temple's part for good. */
[[noreturn]] void run(templo::Setup& setup, ImprovSerial& improv) {
  joinNetwork(setup);
  static char firmware[41];
  snprintf(firmware, sizeof firmware, "templo-" CONFIG_IDF_TARGET " %.20s", esp_app_get_description()->version);
  static EspBroker broker(setup);
  static NvsStore store;
  static Esp32Board board;
  // Created when the radio is on: before that random numbers are predictable.
  static templo::Temple temple({{setup.id.c_str(), setup.secret.c_str()},
                                {firmware, 3, setup.language.empty() ? nullptr : setup.language.c_str(),
                                 nameOf(esp_reset_reason()), readSignal, setup.mirror == "on"},
                                setup.wifi.c_str(),
                                setup.host.c_str()},
                               broker, store, board, spread);
  temple.onLink(templo::Link::noWifi, panel::now());
  temple.begin({panel::isDark(Slot::h), panel::isDark(Slot::t)}, panel::now());
  panel::watchBeams();
  update::begin(setup);
  for (bool isConfirmed = false;;) {
    panel::Edge edge;
    while (panel::takeEdge(edge)) temple.onBeam(edge.slot, edge.dark, edge.at);
    if (panel::readConfirm() != panel::Press::none) temple.onConfirm(panel::now());
    if (auto press = panel::readPair(); press != panel::Press::none) {
      temple.onPair(press == panel::Press::held, panel::now());
    }
    // A Wi-Fi that was set over the cable is shown by its new name after a restart.
    if (improv.poll()) esp_restart();
    temple.onLink(network::link(setup.isSecure()), panel::now());
    temple.loop(panel::now());
    if (!isConfirmed && temple.isConnected()) {
      update::confirm();
      isConfirmed = true;
    }
    if (update::isInstalled() && isQuiet(temple.picture())) {
      temple.sendGoodbye("update");
      esp_restart();
    }
    vTaskDelay(1);
  }
}

}  // namespace

extern "C" void app_main() {
  ESP_LOGI(kTag, "Flower War temple %s on %s, reset reason %d", esp_app_get_description()->version, CONFIG_IDF_TARGET,
           static_cast<int>(esp_reset_reason()));
  settings::begin();
  panel::begin();
  screen::begin();
  screen::show("Templo Mayor", esp_app_get_description()->version);
  static templo::Setup setup = settings::load();
  network::begin();
  static ImprovSerial improv(setup);
  bool isSetUp = setup.hasWifi() && setup.isEnrolled();
  ESP_LOGI(kTag, "Wi-Fi %s, enrolment %s", setup.hasWifi() ? "set" : "missing", setup.isEnrolled() ? "set" : "missing");
  if (panel::isConfirmDown()) runSelfTest(setup);
  // The pair button opens the portal if it is held at power-up.
  if (isSetUp && !panel::isPairDown()) run(setup, improv);
  runPortal([] { return improv.poll() && setup.isEnrolled(); });
}
