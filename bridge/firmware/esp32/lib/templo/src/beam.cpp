#include "beam.hpp"

namespace templo {

void Beam::begin(bool dark) {
  dark_ = dark;
  dirty_ = dark;
}

bool Beam::edge(bool dark, Millis now) {
  if (dark == dark_) return false;
  dark_ = dark;
  if (dark) {
    bool sameBead = everCleared_ && now - cleared_ < kApart;
    if (!sameBead) counted_ = false;
    since_ = now;
    return false;
  }
  cleared_ = now;
  everCleared_ = true;
  if (dirty_) {
    dirty_ = false;
    // What lay there at power-up is no bead, nor are the holes in it.
    counted_ = true;
    return false;
  }
  if (counted_ || now - since_ < kLeastDark) return false;
  counted_ = true;
  return true;
}

bool Beam::isBlocked(Millis now) const { return dark_ && (dirty_ || now - since_ > kMostDark); }

}  // namespace templo
