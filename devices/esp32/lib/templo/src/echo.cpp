#include "echo.hpp"

#include <algorithm>

namespace templo {

namespace {

/** The heart beats when the apocalypse begins, with each of its days, and with each disc. */
bool hasNewDay(const MatchNews& before, const MatchNews& now) {
  return now.isRunning && now.end[0] == '\0' &&
         (!before.isRunning || now.day > before.day || now.discs > before.discs);
}

}  // namespace

void Echo::countVerdict(const BeadsAnswer& answer) {
  if (answer.verdict == Verdict::accepted || answer.verdict == Verdict::pending) return;
  uint32_t& own = own_[answer.slot];
  own -= std::min(own, answer.beads);
}

Echoes Echo::hear(const Display* display) {
  Echoes echoes;
  auto add = [&echoes](const Tune& tune) { echoes.tunes[echoes.count++] = tune; };
  MatchNews before = before_;
  before_ = display == nullptr ? MatchNews{} : display->news;
  if (before_.match[0] == '\0' || !sameText(before.match, before_.match)) {
    own_ = {};
    return echoes;
  }
  for (Slot slot : kSlots) {
    uint32_t beats = takeOwn(slot, before.offerings[slot], before_.offerings[slot]);
    if (beats > 0) add(offeringsOf(slot, beats));
  }
  if (before_.end[0] != '\0' && before.end[0] == '\0') add(tuneOfEnd(before_.end));
  else if (hasNewDay(before, before_)) add(heartbeatOf(before_.discs));
  return echoes;
}

/** Returns how many of the new offerings are of others. */
uint32_t Echo::takeOwn(Slot slot, uint32_t before, uint32_t now) {
  uint32_t rise = now > before ? now - before : 0;
  uint32_t own = std::min(rise, own_[slot]);
  own_[slot] -= own;
  return rise - own;
}

}  // namespace templo
