#include "update.hpp"

#include <esp_app_desc.h>
#include <esp_crt_bundle.h>
#include <esp_http_client.h>
#include <esp_https_ota.h>
#include <esp_log.h>
#include <esp_ota_ops.h>
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>
#include <sdkconfig.h>

#include <atomic>
#include <string>

#include "trust.hpp"

namespace {

constexpr char kTag[] = "update";
constexpr int kTimeout = 15000;
constexpr uint32_t kFirst = 60 * 1000;
constexpr uint32_t kEvery = 24 * 60 * 60 * 1000;

std::atomic<bool> installed{false};
TaskHandle_t task = nullptr;

/** The signature of an image is checked before it may run (sdkconfig.defaults), whoever sent it. */
esp_err_t installNewer(const esp_http_client_config_t& http) {
  esp_https_ota_config_t config = {};
  config.http_config = &http;
  esp_https_ota_handle_t transfer = nullptr;
  esp_err_t result = esp_https_ota_begin(&config, &transfer);
  if (result != ESP_OK) return result;
  esp_app_desc_t image = {};
  result = esp_https_ota_get_img_desc(transfer, &image);
  const char* running = esp_app_get_description()->version;
  if (result == ESP_OK && !templo::isNewer(image.version, running)) {
    ESP_LOGI(kTag, "version %s is offered, %s runs", image.version, running);
    esp_https_ota_abort(transfer);
    return ESP_OK;
  }
  if (result == ESP_OK) {
    ESP_LOGI(kTag, "installing version %s", image.version);
    do {
      result = esp_https_ota_perform(transfer);
    } while (result == ESP_ERR_HTTPS_OTA_IN_PROGRESS);
  }
  if (result != ESP_OK || !esp_https_ota_is_complete_data_received(transfer)) {
    esp_https_ota_abort(transfer);
    return result == ESP_OK ? ESP_FAIL : result;
  }
  result = esp_https_ota_finish(transfer);
  installed = result == ESP_OK;
  return result;
}

void run(void* arg) {
  const auto& setup = *static_cast<const templo::Setup*>(arg);
  const std::string address = setup.updates + "templo-" CONFIG_IDF_TARGET ".bin";
  esp_http_client_config_t http = {};
  http.url = address.c_str();
  http.timeout_ms = kTimeout;
  http.keep_alive_enable = true;
  if (!setup.ca.empty()) http.cert_pem = setup.ca.c_str();
  else http.crt_bundle_attach = setup.isSecure() && !setup.trustsPublicCas() ? trust::attach : esp_crt_bundle_attach;
  ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(kFirst));
  while (!installed) {
    esp_err_t result = installNewer(http);
    if (result != ESP_OK) ESP_LOGW(kTag, "no image from %s: %s", address.c_str(), esp_err_to_name(result));
    if (!installed) ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(kEvery));
  }
  // It is not deleted: `look` may notify it until the restart.
  vTaskSuspend(nullptr);
}

}  // namespace

void update::begin(const templo::Setup& setup) {
  if (setup.updates.empty()) return;
  xTaskCreate(run, "update", 8192, const_cast<templo::Setup*>(&setup), tskIDLE_PRIORITY + 1, &task);
}

void update::look() {
  if (task != nullptr) xTaskNotifyGive(task);
  else ESP_LOGW(kTag, "no address of updates is set");
}

bool update::isInstalled() { return installed; }

void update::confirm() { esp_ota_mark_app_valid_cancel_rollback(); }
