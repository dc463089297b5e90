#include "network.hpp"

#include <esp_event.h>
#include <esp_log.h>
#include <esp_netif.h>
#include <esp_netif_sntp.h>
#include <esp_wifi.h>
#include <esp_wifi_default.h>
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ctime>

namespace {

constexpr char kTag[] = "network";
/** A time before which the clock was not set. */
constexpr time_t kSetSince = 1700000000;
constexpr uint16_t kMostFound = 20;

std::atomic<bool> joining{false};
std::atomic<bool> joined{false};
std::atomic<bool> isPasswordWrong{false};

/** Whether a network that is there ended the attempt: it does so at a wrong password, and says no more. */
bool meansWrongPassword(uint8_t reason) {
  return reason == WIFI_REASON_4WAY_HANDSHAKE_TIMEOUT || reason == WIFI_REASON_AUTH_FAIL ||
         reason == WIFI_REASON_HANDSHAKE_TIMEOUT;
}

void handleWifi(void*, esp_event_base_t, int32_t id, void* data) {
  if (id != WIFI_EVENT_STA_DISCONNECTED) return;
  auto* event = static_cast<wifi_event_sta_disconnected_t*>(data);
  ESP_LOGW(kTag, "not in the Wi-Fi, reason %d", static_cast<int>(event->reason));
  if (!joined) isPasswordWrong = meansWrongPassword(event->reason);
  joined = false;
  if (joining) esp_wifi_connect();
}

void handleAddress(void*, esp_event_base_t, int32_t, void* data) {
  auto* event = static_cast<ip_event_got_ip_t*>(data);
  ESP_LOGI(kTag, "in the Wi-Fi, address " IPSTR, IP2STR(&event->ip_info.ip));
  joined = true;
  isPasswordWrong = false;
}

/** Fills a field of Wi-Fi's configuration, which ends with a zero only if there is room. */
template <size_t N>
void fill(uint8_t (&field)[N], const std::string& text) {
  memset(field, 0, N);
  memcpy(field, text.data(), std::min(N, text.size()));
}

}  // namespace

void network::begin() {
  ESP_ERROR_CHECK(esp_netif_init());
  ESP_ERROR_CHECK(esp_event_loop_create_default());
  esp_netif_create_default_wifi_sta();
  esp_netif_create_default_wifi_ap();
  wifi_init_config_t init = WIFI_INIT_CONFIG_DEFAULT();
  ESP_ERROR_CHECK(esp_wifi_init(&init));
  ESP_ERROR_CHECK(esp_wifi_set_storage(WIFI_STORAGE_RAM));
  ESP_ERROR_CHECK(esp_event_handler_register(WIFI_EVENT, ESP_EVENT_ANY_ID, handleWifi, nullptr));
  ESP_ERROR_CHECK(esp_event_handler_register(IP_EVENT, IP_EVENT_STA_GOT_IP, handleAddress, nullptr));
  ESP_ERROR_CHECK(esp_wifi_set_mode(WIFI_MODE_STA));
  ESP_ERROR_CHECK(esp_wifi_start());
  // Without this the radio sleeps between beacons, and a display comes up to 0.3 s late.
  esp_wifi_set_ps(WIFI_PS_NONE);
  esp_sntp_config_t time = ESP_NETIF_SNTP_DEFAULT_CONFIG("pool.ntp.org");
  esp_netif_sntp_init(&time);
}

void network::join(const std::string& wifi, const std::string& password) {
  ESP_LOGI(kTag, "joining the Wi-Fi %s", wifi.c_str());
  joining = false;
  joined = false;
  isPasswordWrong = false;
  esp_wifi_disconnect();
  wifi_config_t config = {};
  fill(config.sta.ssid, wifi);
  fill(config.sta.password, password);
  config.sta.threshold.authmode = password.empty() ? WIFI_AUTH_OPEN : WIFI_AUTH_WPA2_PSK;
  esp_err_t result = esp_wifi_set_config(WIFI_IF_STA, &config);
  if (result != ESP_OK) ESP_LOGE(kTag, "Wi-Fi refuses this name or password: %s", esp_err_to_name(result));
  joining = true;
  esp_wifi_connect();
}

bool network::waitUntilJoined(uint32_t ms) {
  constexpr uint32_t kStep = 100;
  for (uint32_t waited = 0; !joined && waited < ms; waited += kStep) vTaskDelay(pdMS_TO_TICKS(kStep));
  return joined;
}

void network::open(const std::string& wifi, const std::string& password) {
  ESP_LOGI(kTag, "opening the Wi-Fi %s", wifi.c_str());
  wifi_config_t config = {};
  fill(config.ap.ssid, wifi);
  fill(config.ap.password, password);
  config.ap.ssid_len = static_cast<uint8_t>(wifi.size());
  config.ap.authmode = WIFI_AUTH_WPA2_PSK;
  config.ap.max_connection = 4;
  ESP_ERROR_CHECK(esp_wifi_set_mode(WIFI_MODE_APSTA));
  ESP_ERROR_CHECK(esp_wifi_set_config(WIFI_IF_AP, &config));
}

templo::Link network::link(bool needsTime) {
  if (!joined) return isPasswordWrong ? templo::Link::wrongPassword : templo::Link::noWifi;
  return needsTime && time(nullptr) < kSetSince ? templo::Link::noTime : templo::Link::ready;
}

std::vector<network::Found> network::scan() {
  std::vector<Found> found;
  if (esp_wifi_scan_start(nullptr, true) != ESP_OK) return found;
  uint16_t count = kMostFound;
  std::vector<wifi_ap_record_t> records(kMostFound);
  if (esp_wifi_scan_get_ap_records(&count, records.data()) != ESP_OK) return found;
  for (size_t i = 0; i < count; ++i) {
    const wifi_ap_record_t& record = records[i];
    found.push_back({reinterpret_cast<const char*>(record.ssid), record.rssi, record.authmode == WIFI_AUTH_OPEN});
  }
  return found;
}
