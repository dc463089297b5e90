// Checks which images the board installs (../src/update.cpp), with a server, a flash and a clock of its own.

#include <cstdarg>
#include <cstring>
#include <string>
#include <vector>

#include <esp_app_desc.h>
#include <esp_crt_bundle.h>
#include <esp_https_ota.h>
#include <esp_ota_ops.h>
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>

#include "../src/trust.hpp"
#include "../src/update.hpp"
#include "check.hpp"

namespace {

constexpr esp_err_t kNoServer = 0x7002;
constexpr esp_err_t kBadSignature = 0x1503;

/** An image as a server offers it at one question. */
struct Image {
  const char* version = "1.0.4";
  esp_err_t connect = ESP_OK;
  int parts = 3;
  bool isWhole = true;
  bool isSigned = true;
};

/** Ends the task: it would wait, and the check has seen enough. */
struct Ended {};

TaskFunction_t task = nullptr;
void* argument = nullptr;
std::vector<Image> offered;
size_t asked = 0;
int partsRead = 0;
int begun = 0;
int aborted = 0;
int confirmed = 0;
std::vector<TickType_t> waits;
std::string log;
esp_http_client_config_t http;
std::string url;

const Image& current() { return offered[asked - 1]; }

/** Runs the task until all that is offered was asked for, or one is installed. */
void ask(std::vector<Image> images) {
  offered = std::move(images);
  asked = 0;
  begun = aborted = partsRead = 0;
  waits.clear();
  log.clear();
  try {
    task(argument);
  } catch (const Ended&) {
  }
}

bool hasLogged(const char* text) { return log.find(text) != std::string::npos; }

}  // namespace

extern "C" {

BaseType_t xTaskCreate(TaskFunction_t run, const char*, uint32_t, void* arg, UBaseType_t, TaskHandle_t* handle) {
  task = run;
  argument = arg;
  *handle = reinterpret_cast<TaskHandle_t>(&task);
  return pdTRUE;
}

uint32_t ulTaskGenericNotifyTake(UBaseType_t, BaseType_t, TickType_t ticks) {
  if (asked == offered.size()) throw Ended();
  waits.push_back(ticks);
  asked += 1;
  return 0;
}

BaseType_t xTaskGenericNotify(TaskHandle_t, UBaseType_t, uint32_t, eNotifyAction, uint32_t*) { return pdTRUE; }
void vTaskSuspend(TaskHandle_t) { throw Ended(); }

void stub_log(const char*, const char* format, ...) {
  char line[200];
  va_list values;
  va_start(values, format);
  vsnprintf(line, sizeof line, format, values);
  va_end(values);
  log += std::string(line) + "\n";
}

const char* esp_err_to_name(esp_err_t code) {
  return code == kNoServer ? "no server" : code == kBadSignature ? "bad signature" : "failed";
}

const esp_app_desc_t* esp_app_get_description(void) {
  static const esp_app_desc_t running = {"1.0.3"};
  return &running;
}

esp_err_t esp_crt_bundle_attach(void*) { return ESP_OK; }

esp_err_t esp_https_ota_begin(const esp_https_ota_config_t* config, esp_https_ota_handle_t* handle) {
  http = *config->http_config;
  url = http.url;
  if (current().connect != ESP_OK) return current().connect;
  begun += 1;
  partsRead = 0;
  *handle = &offered;
  return ESP_OK;
}

esp_err_t esp_https_ota_get_img_desc(esp_https_ota_handle_t, esp_app_desc_t* image) {
  snprintf(image->version, sizeof image->version, "%s", current().version);
  return ESP_OK;
}

esp_err_t esp_https_ota_perform(esp_https_ota_handle_t) {
  partsRead += 1;
  return partsRead < current().parts ? ESP_ERR_HTTPS_OTA_IN_PROGRESS : ESP_OK;
}

bool esp_https_ota_is_complete_data_received(esp_https_ota_handle_t) { return current().isWhole; }
esp_err_t esp_https_ota_finish(esp_https_ota_handle_t) { return current().isSigned ? ESP_OK : kBadSignature; }

esp_err_t esp_https_ota_abort(esp_https_ota_handle_t) {
  aborted += 1;
  return ESP_OK;
}

esp_err_t esp_ota_mark_app_valid_cancel_rollback(void) {
  confirmed += 1;
  return ESP_OK;
}
}

int trust::attach(void*) { return 0; }

int main() {
  templo::Setup setup;
  update::look();
  expect(hasLogged("no address of updates is set"), "without an address it says so when it is told to look");
  update::begin(setup);
  expect(task == nullptr, "without an address it never asks");

  setup.updates = "https://play.example/firmware/";
  update::begin(setup);
  ask({{.connect = kNoServer}, {.version = "1.0.3"}, {.version = "1.0.2"}, {.version = "new"}});
  expectEqual(url, "https://play.example/firmware/templo-esp32.bin", "the address of the image");
  expect(waits == std::vector<TickType_t>{60000, 86400000, 86400000, 86400000},
         "it asks a minute after power-up and then once a day");
  expect(hasLogged("no server"), "a server that is away is logged");
  expect(partsRead == 0 && begun == 3 && aborted == 3, "the same, an older and no version are not read");
  expect(http.cert_pem == nullptr && http.crt_bundle_attach == esp_crt_bundle_attach, "public CAs are trusted without TLS");

  ask({{.isWhole = false}});
  expect(partsRead == 3 && aborted == 1, "an image that was cut off is dropped");
  ask({{.isSigned = false}});
  expect(hasLogged("bad signature"), "an image that is not signed is not installed, and logged");
  expect(!update::isInstalled(), "nothing of all this is installed");

  setup.pin = "public";
  ask({{.connect = kNoServer}});
  expect(http.crt_bundle_attach == esp_crt_bundle_attach, "public CAs are trusted if the set-up says so");
  setup.pin = std::string(64, 'a');
  ask({{.connect = kNoServer}});
  expect(http.crt_bundle_attach == reinterpret_cast<esp_err_t (*)(void*)>(trust::attach), "a pinned key is trusted alone");
  setup.ca = "-----BEGIN CERTIFICATE-----";
  ask({{.connect = kNoServer}});
  expect(http.cert_pem != nullptr && http.cert_pem == setup.ca && http.crt_bundle_attach == nullptr,
         "a stored CA is trusted alone");

  ask({{.version = "1.0.3"}, {.version = "1.1.0"}, {.version = "1.2.0"}});
  expect(update::isInstalled() && asked == 2, "a newer image that is signed is installed, and nothing is asked for after it");
  expect(confirmed == 0, "it is not kept before it has reached the broker");
  update::confirm();
  expect(confirmed == 1, "it is kept when it has");
  return failures == 0 ? 0 : 1;
}
