#include "beam.hpp"

namespace templo {

void Beam::begin(bool dark) {
  dark_ = dark;
  covered_ = dark;
}

bool Beam::recordEdge(bool dark, Millis now) {
  if (dark == dark_) return false;
  dark_ = dark;
  if (dark) {
    bool sameBead = everCleared_ && now - clearedAt_ < kMinGap;
    if (!sameBead) counted_ = false;
    darkSince_ = now;
    return false;
  }
  clearedAt_ = now;
  everCleared_ = true;
  if (covered_) {
    covered_ = false;
    // What covered the beam at power-up is not a bead, and its holes are not edges of one.
    counted_ = true;
    return false;
  }
  if (counted_ || now - darkSince_ < kMinDark) return false;
  counted_ = true;
  return true;
}

bool Beam::isBlocked(Millis now) const { return dark_ && (covered_ || now - darkSince_ > kMaxDark); }

}  // namespace templo
