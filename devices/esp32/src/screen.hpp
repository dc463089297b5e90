// The 20x4 screen: an HD44780 behind a PCF8574 at address 0x27.
#pragma once

#include "types.hpp"

namespace screen {

struct Lines {
  char text[templo::kLines][templo::kLineSize];
};

/** Starts the task that writes to the screen: that takes 0.1 s, which the temple does not wait for. */
void begin();
/** Shows four lines, in place of those that were not written yet. */
void show(const Lines& lines);
/** Shows up to four lines. */
void show(const char* first, const char* second = "", const char* third = "", const char* fourth = "");

}  // namespace screen
