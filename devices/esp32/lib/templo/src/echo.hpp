// Turns what changes between displays of one match into sounds (J-18). devices/src/echo.ts has the same.
#pragma once

#include "messages.hpp"
#include "sounds.hpp"
#include "types.hpp"

namespace templo {

/** Tunes for one display, in this order. */
struct Echoes {
  /** Offerings to both gods, then the end or the heart. */
  Tune tunes[3];
  size_t count = 0;
};

/** Offerings of others, the apocalypse, and the end of the match. */
class Echo {
 public:
  /** A bead of its own fell. */
  void countBead(Slot slot) { own_[slot] += 1; }
  /** A verdict arrived: refused beads are no offerings. */
  void countVerdict(const BeadsAnswer& answer);
  /** Returns what to play for a new display; `nullptr`: it is empty. */
  Echoes hear(const Display* display);

 private:
  uint32_t takeOwn(Slot slot, uint32_t before, uint32_t now);

  /** Of the display before; its `match` is empty if there is nothing to compare with. */
  MatchNews before_ = {};
  /** Beads of its own that may be among the next offerings: they have a sound already. */
  Counts own_ = {};
};

}  // namespace templo
