#include "improv_serial.hpp"

#include <esp_app_desc.h>
#include <esp_log.h>
#include <fcntl.h>
#include <sdkconfig.h>
#include <unistd.h>

#include <cstdio>

#include "network.hpp"
#include "settings.hpp"

namespace {

constexpr char kTag[] = "improv";
/** ms in which a network must be joined. */
constexpr uint32_t kJoinTime = 20000;

}  // namespace

ImprovSerial::ImprovSerial(templo::Setup& stored) : stored_(stored) {
  fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL, 0) | O_NONBLOCK);
}

bool ImprovSerial::poll() {
  changed_ = false;
  uint8_t bytes[64];
  for (;;) {
    auto length = read(STDIN_FILENO, bytes, sizeof bytes);
    if (length <= 0) return changed_;
    for (int i = 0; i < length; ++i) receive(bytes[i]);
  }
}

void ImprovSerial::receive(uint8_t byte) {
  bool isPart = improv::parse_improv_serial_byte(
      length_, byte, frame_, [this](const improv::ImprovCommand& command) { return handle(command); },
      [this](improv::Error error) { sendError(error); });
  if (isPart && length_ < sizeof frame_) frame_[length_++] = byte;
  else length_ = 0;
}

/** Returns `false`: the frame has ended. */
bool ImprovSerial::handle(const improv::ImprovCommand& command) {
  switch (command.command) {
    case improv::WIFI_SETTINGS:
      setWifi(command);
      return false;
    case improv::GET_CURRENT_STATE:
      sendState(stored_.hasWifi() ? improv::STATE_PROVISIONED : improv::STATE_AUTHORIZED);
      if (stored_.hasWifi()) respond(improv::GET_CURRENT_STATE, {});
      return false;
    case improv::GET_DEVICE_INFO:
      respond(improv::GET_DEVICE_INFO, {"Flower War temple", esp_app_get_description()->version, CONFIG_IDF_TARGET,
                                        stored_.id.empty() ? "Templo Mayor" : stored_.id});
      return false;
    case improv::GET_WIFI_NETWORKS:
      for (const network::Found& found : network::scan()) {
        respond(improv::GET_WIFI_NETWORKS, {found.name, std::to_string(found.rssi), found.isOpen ? "NO" : "YES"});
      }
      respond(improv::GET_WIFI_NETWORKS, {});
      return false;
    default:
      sendError(improv::ERROR_UNKNOWN_RPC);
      return false;
  }
}

/** Stores a network only if it can be joined; else returns to the one before. */
void ImprovSerial::setWifi(const improv::ImprovCommand& command) {
  sendState(improv::STATE_PROVISIONING);
  network::join(command.ssid, command.password);
  // The portal may have stored more since.
  templo::Setup changed = settings::load();
  changed.wifi = command.ssid;
  changed.password = command.password;
  if (!network::waitUntilJoined(kJoinTime) || !settings::save(changed)) {
    ESP_LOGW(kTag, "this Wi-Fi cannot be joined");
    if (stored_.hasWifi()) network::join(stored_.wifi, stored_.password);
    sendState(stored_.hasWifi() ? improv::STATE_PROVISIONED : improv::STATE_AUTHORIZED);
    return sendError(improv::ERROR_UNABLE_TO_CONNECT);
  }
  stored_ = changed;
  changed_ = true;
  sendError(improv::ERROR_NONE);
  sendState(improv::STATE_PROVISIONED);
  respond(improv::WIFI_SETTINGS, {});
}

void ImprovSerial::send(improv::ImprovSerialType type, const std::vector<uint8_t>& data) {
  std::vector<uint8_t> frame = {'I', 'M', 'P', 'R', 'O', 'V', improv::IMPROV_SERIAL_VERSION, type,
                                static_cast<uint8_t>(data.size())};
  frame.insert(frame.end(), data.begin(), data.end());
  uint8_t sum = 0;
  for (uint8_t byte : frame) sum = static_cast<uint8_t>(sum + byte);
  frame.push_back(sum);
  frame.push_back('\n');
  fwrite(frame.data(), 1, frame.size(), stdout);
  fflush(stdout);
}

void ImprovSerial::sendState(improv::State state) { send(improv::TYPE_CURRENT_STATE, {state}); }

void ImprovSerial::sendError(improv::Error error) { send(improv::TYPE_ERROR_STATE, {error}); }

void ImprovSerial::respond(improv::Command command, const std::vector<std::string>& texts) {
  send(improv::TYPE_RPC_RESPONSE, improv::build_rpc_response(command, texts, false));
}
