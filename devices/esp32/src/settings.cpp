#include "settings.hpp"

#include <esp_log.h>
#include <nvs.h>
#include <nvs_flash.h>

#include <utility>

namespace {

constexpr char kTag[] = "settings";
constexpr char kSetup[] = "templo-wishes";
constexpr char kCounters[] = "templo";

/** An open part of the storage. */
class Nvs {
 public:
  Nvs(const char* name, nvs_open_mode_t mode) : result_(nvs_open(name, mode, &handle_)) {}
  ~Nvs() {
    if (isOpen()) nvs_close(handle_);
  }
  Nvs(const Nvs&) = delete;
  Nvs& operator=(const Nvs&) = delete;

  bool isOpen() const { return result_ == ESP_OK; }
  nvs_handle_t handle() const { return handle_; }

 private:
  nvs_handle_t handle_ = 0;
  const esp_err_t result_;
};

/** The texts of a set-up and the names under which they are stored. */
const std::pair<const char*, std::string templo::Setup::*> kTexts[] = {
    {"ssid", &templo::Setup::wifi}, {"password", &templo::Setup::password}, {"host", &templo::Setup::host},
    {"id", &templo::Setup::id},     {"secret", &templo::Setup::secret},     {"pin", &templo::Setup::pin},
    {"ca", &templo::Setup::ca},     {"updates", &templo::Setup::updates}, {"lang", &templo::Setup::language},
    {"mirror", &templo::Setup::mirror},
};

std::string readText(const Nvs& nvs, const char* name) {
  size_t size = 0;
  if (nvs_get_str(nvs.handle(), name, nullptr, &size) != ESP_OK || size == 0) return "";
  std::string text(size, '\0');
  if (nvs_get_str(nvs.handle(), name, text.data(), &size) != ESP_OK) return "";
  text.resize(size - 1);
  return text;
}

}  // namespace

void settings::begin() {
  esp_err_t result = nvs_flash_init();
  if (result == ESP_ERR_NVS_NO_FREE_PAGES || result == ESP_ERR_NVS_NEW_VERSION_FOUND) {
    ESP_LOGW(kTag, "storage has another layout, erasing it");
    nvs_flash_erase();
    result = nvs_flash_init();
  }
  if (result != ESP_OK) ESP_LOGE(kTag, "storage cannot be used: %s", esp_err_to_name(result));
}

templo::Setup settings::load() {
  templo::Setup setup;
  Nvs nvs(kSetup, NVS_READONLY);
  if (!nvs.isOpen()) return setup;
  for (const auto& [name, text] : kTexts) setup.*text = readText(nvs, name);
  nvs_get_u16(nvs.handle(), "port", &setup.port);
  return setup;
}

bool settings::save(const templo::Setup& setup) {
  Nvs nvs(kSetup, NVS_READWRITE);
  bool isSaved = nvs.isOpen() && nvs_set_u16(nvs.handle(), "port", setup.port) == ESP_OK;
  for (const auto& [name, text] : kTexts) {
    isSaved = isSaved && nvs_set_str(nvs.handle(), name, (setup.*text).c_str()) == ESP_OK;
  }
  isSaved = isSaved && nvs_commit(nvs.handle()) == ESP_OK;
  if (isSaved) ESP_LOGI(kTag, "set-up stored");
  else ESP_LOGE(kTag, "set-up cannot be stored");
  return isSaved;
}

bool NvsStore::load(templo::StoredState& out) {
  Nvs nvs(kCounters, NVS_READONLY);
  if (!nvs.isOpen()) return true;
  templo::StoredState stored;
  size_t size = sizeof stored;
  esp_err_t result = nvs_get_blob(nvs.handle(), "kept", &stored, &size);
  if (result == ESP_ERR_NVS_NOT_FOUND) return true;
  if (result != ESP_OK || size != sizeof stored) return false;
  out = stored;
  return true;
}

bool NvsStore::save(const templo::StoredState& state) {
  Nvs nvs(kCounters, NVS_READWRITE);
  return nvs.isOpen() && nvs_set_blob(nvs.handle(), "kept", &state, sizeof state) == ESP_OK &&
         nvs_commit(nvs.handle()) == ESP_OK;
}
