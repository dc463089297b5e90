// Stub of improv/improv 1.2.5.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>
namespace improv {
enum Error : uint8_t { ERROR_NONE = 0, ERROR_INVALID_RPC, ERROR_UNKNOWN_RPC, ERROR_UNABLE_TO_CONNECT };
enum State : uint8_t { STATE_STOPPED = 0, STATE_AUTHORIZED = 2, STATE_PROVISIONING, STATE_PROVISIONED };
enum Command : uint8_t {
  UNKNOWN = 0,
  WIFI_SETTINGS,
  GET_CURRENT_STATE,
  GET_DEVICE_INFO,
  GET_WIFI_NETWORKS,
  BAD_CHECKSUM = 0xff
};
static const uint8_t IMPROV_SERIAL_VERSION = 1;
enum ImprovSerialType : uint8_t { TYPE_CURRENT_STATE = 1, TYPE_ERROR_STATE, TYPE_RPC, TYPE_RPC_RESPONSE };
struct ImprovCommand {
  Command command;
  std::string ssid;
  std::string password;
};
bool parse_improv_serial_byte(size_t position, uint8_t byte, const uint8_t* buffer,
                              std::function<bool(ImprovCommand)>&& callback, std::function<void(Error)>&& on_error);
std::vector<uint8_t> build_rpc_response(Command command, const std::vector<std::string>& texts,
                                        bool add_checksum = true);
}  // namespace improv
