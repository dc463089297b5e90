// The GPIOs of each chip. `npm run wiring` writes this file from devices/hardware/boards.ts.
#pragma once

#include "sdkconfig.h"

namespace pins {

// Beams and buttons are inputs with pull-up: low is dark or pressed. Lamps are lit by high.
#if defined(CONFIG_IDF_TARGET_ESP32)
constexpr int kBeamH = 32;
constexpr int kBeamT = 33;
constexpr int kConfirm = 18;
constexpr int kPair = 19;
constexpr int kLampH = 25;
constexpr int kLampT = 26;
constexpr int kRed = 27;
constexpr int kBuzzer = 14;
constexpr int kSda = 21;
constexpr int kScl = 22;
#elif defined(CONFIG_IDF_TARGET_ESP32C3)
constexpr int kBeamH = 0;
constexpr int kBeamT = 1;
constexpr int kConfirm = 10;
constexpr int kPair = 7;
constexpr int kLampH = 3;
constexpr int kLampT = 4;
constexpr int kRed = 5;
constexpr int kBuzzer = 6;
constexpr int kSda = 8;
constexpr int kScl = 2;
#elif defined(CONFIG_IDF_TARGET_ESP32S3)
constexpr int kBeamH = 4;
constexpr int kBeamT = 5;
constexpr int kConfirm = 17;
constexpr int kPair = 18;
constexpr int kLampH = 6;
constexpr int kLampT = 7;
constexpr int kRed = 15;
constexpr int kBuzzer = 16;
constexpr int kSda = 8;
constexpr int kScl = 9;
#else
#error "devices/hardware/boards.ts has no pins for this chip"
#endif

}  // namespace pins
