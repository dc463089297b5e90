// The panel: beams, buttons, lamps and buzzer.
#pragma once

#include "temple.hpp"

namespace panel {

/** A beam was interrupted or cleared. */
struct Edge {
  templo::Slot slot;
  bool dark;
  templo::Millis at;
};

enum class Press : uint8_t { none, shortly, held };

/** Returns ms since power-up. */
templo::Millis now();

void begin();
/** Begins to note the edges of the beams. */
void watchBeams();
/** Takes the oldest edge that was noted; `false`: there is none. */
bool takeEdge(Edge& out);
bool isDark(templo::Slot slot);
bool isPairDown();
bool isConfirmDown();
/** Returns what has happened to a button since the last call. */
Press readConfirm();
Press readPair();
void light(const templo::Picture& picture);
/** Plays a sound after those that wait. */
void play(const templo::Tune& tune);

}  // namespace panel
