// Counts beads with a light barrier (V-3).
#pragma once

#include "types.hpp"

namespace templo {

/**
 * The light barrier of one slot. A bead counts when the beam clears after 2-2000 ms of darkness. Interruptions less
 * than 60 ms apart are one bead, because skull beads have holes. More than 2 s of darkness is a fault, and one bead
 * when it clears. Darkness at power-up is a fault and no bead.
 */
class Beam {
 public:
  /** @param dark the beam's state at power-up */
  void begin(bool dark);
  /**
   * Records that the beam was interrupted or cleared.
   * @return whether a bead has fallen
   */
  bool recordEdge(bool dark, Millis now);
  /** Whether it has been dark for longer than a bead takes. */
  bool isBlocked(Millis now) const;
  bool isDark() const { return dark_; }
  /** When `isBlocked` becomes true if nothing happens before; 0: never. */
  Millis blockedAt() const { return dark_ && !covered_ ? darkSince_ + kMaxDark + 1 : 0; }

 private:
  static constexpr Millis kMinDark = 2;
  static constexpr Millis kMaxDark = 2000;
  static constexpr Millis kMinGap = 60;

  bool dark_ = false;
  /** Whether it has been dark since power-up. */
  bool covered_ = false;
  Millis darkSince_ = 0;
  /** When it cleared last, and whether the bead that is falling was counted already. */
  Millis clearedAt_ = 0;
  bool counted_ = false;
  bool everCleared_ = false;
};

}  // namespace templo
