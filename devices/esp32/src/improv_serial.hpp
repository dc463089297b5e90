// Wi-Fi over the USB cable: the Improv standard (improv-wifi.com/serial), which the page that flashes a temple speaks.
#pragma once

#include <improv.h>

#include "setup.hpp"

class ImprovSerial {
 public:
  /** @param stored what is stored; its Wi-Fi changes when another one works */
  explicit ImprovSerial(templo::Setup& stored);
  /** Handles what has arrived. Returns whether another Wi-Fi was stored; it is joined already. */
  bool poll();

 private:
  void receive(uint8_t byte);
  bool handle(const improv::ImprovCommand& command);
  void setWifi(const improv::ImprovCommand& command);
  void send(improv::ImprovSerialType type, const std::vector<uint8_t>& data);
  void sendState(improv::State state);
  void sendError(improv::Error error);
  void respond(improv::Command command, const std::vector<std::string>& texts);

  templo::Setup& stored_;
  bool changed_ = false;
  /** The longest frame: 9 bytes before its data, at most 255 of them, and a checksum. */
  uint8_t frame_[9 + 255 + 1];
  size_t length_ = 0;
};
