// What a light barrier tells about beads (V-3).
#pragma once

#include "types.hpp"

namespace templo {

/**
 * The beam of one slot. A bead counts when the beam clears after 2-2000 ms of darkness; interruptions less than 60 ms
 * apart are one bead, since skull beads have holes; darker than 2 s is a fault, and one bead when it clears; dark at
 * power-up is a fault, and no bead.
 */
class Beam {
 public:
  /** @param dark as it is at power-up */
  void begin(bool dark);
  /**
   * The beam was interrupted, or cleared.
   * @return whether a bead has fallen
   */
  bool edge(bool dark, Millis now);
  /** Whether it has been dark for too long. */
  bool isBlocked(Millis now) const;
  /** When `isBlocked` will be true if nothing happens; 0: not of itself. */
  Millis due() const { return dark_ && !dirty_ ? since_ + kMostDark + 1 : 0; }

 private:
  static constexpr Millis kLeastDark = 2;
  static constexpr Millis kMostDark = 2000;
  static constexpr Millis kApart = 60;

  bool dark_ = false;
  /** It was dark at power-up, and has not cleared since. */
  bool dirty_ = false;
  Millis since_ = 0;
  /** When it cleared last; and whether that interruption was counted. */
  Millis cleared_ = 0;
  bool counted_ = false;
  bool everCleared_ = false;
};

}  // namespace templo
