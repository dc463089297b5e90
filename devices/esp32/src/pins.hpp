// The pins of wiring.svg.
#pragma once

#include <cstdint>

namespace pins {

constexpr uint8_t kBeamH = 32;  // low: dark
constexpr uint8_t kBeamT = 33;
constexpr uint8_t kLampH = 25;
constexpr uint8_t kLampT = 26;
constexpr uint8_t kRed = 27;
constexpr uint8_t kBuzzer = 14;
constexpr uint8_t kConfirm = 18;  // low: pressed
constexpr uint8_t kPair = 19;
constexpr uint8_t kSda = 21;
constexpr uint8_t kScl = 22;

}  // namespace pins
