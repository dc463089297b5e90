#include "counter.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace templo {

namespace {

constexpr Millis kNever = std::numeric_limits<Millis>::max();

// N-3
constexpr Millis kHeartbeat = 60000;
constexpr Millis kHeartbeatSpread = 10000;
constexpr Millis kAfterBurst = 1000;
constexpr Millis kWhileUnjudged[] = {5000, 10000, 20000, 40000, 60000};
constexpr Millis kAfterBridgeStart = 3000;
// Section 3, `up/act`: how often, and how many times in all.
constexpr Millis kActEvery = 5000;
constexpr uint8_t kActTimes = 3;

}  // namespace

Counter::Counter(const char* boot, const char* epoch, const Counts& count, Random random)
    : count_(count), random_(random) {
  copyText(boot_, boot);
  copyText(epoch_, epoch);
  std::fill(std::begin(alarms_), std::end(alarms_), kNever);
  std::fill(std::begin(asking_), std::end(asking_), kNever);
}

bool Counter::isUnjudged() const {
  if (!hasDisplay_ || !sameText(display_.epoch, epoch_)) return false;
  return display_.judged.h < count_.h || display_.judged.t < count_.t;
}

Bead Counter::drop(Slot slot, Millis now) {
  count_[slot] += 1;
  std::fill(std::begin(alarms_), std::end(alarms_), kNever);
  setAlarm(now + kAfterBurst);
  for (size_t i = 0; i < kAsking; ++i) asking_[i] = now + kWhileUnjudged[i];
  return {counting(now), slot, count_[slot], now};
}

Act Counter::press(ActKind kind, Slot slot, uint8_t num, Millis now) {
  act_ = {seq_++, kind, slot, num};
  actsLeft_ = kActTimes - 1;
  actAt_ = now + kActEvery;
  return act_;
}

void Counter::answered(uint32_t seq) {
  if (act_.seq == seq) actsLeft_ = 0;
}

void Counter::show(const Display& display) {
  display_ = display;
  hasDisplay_ = true;
  if (sameText(display.mark, mark_)) return;
  copyText(mark_, display.mark);
  base_ = count_;
}

void Counter::notice(const char* bridge, const char* start, Millis now) {
  Start* known = std::find_if(std::begin(starts_), std::end(starts_),
                              [&](const Start& each) { return sameText(each.bridge, bridge); });
  if (known == std::end(starts_)) {
    known = &starts_[nextStart_++ % kBridges];
    copyText(known->bridge, bridge);
  } else if (sameText(known->start, start)) {
    return;
  }
  copyText(known->start, start);
  setAlarm(now + static_cast<Millis>(random_() * kAfterBridgeStart));
}

bool Counter::heeds(const char* id) {
  for (const char(&known)[kHexSize] : commands_) {
    if (sameText(known, id)) return false;
  }
  copyText(commands_[nextCommand_++ % kCommands], id);
  return true;
}

void Counter::restartCounting(const char* epoch) {
  copyText(epoch_, epoch);
  count_ = {};
  base_ = {};
}

void Counter::setFaults(uint8_t faults, Millis now) {
  if (faults == faults_) return;
  faults_ = faults;
  setAlarm(now);
}

Counting Counter::report(Millis now) {
  forgetDue(now);
  double spread = (2 * random_() - 1) * static_cast<double>(kHeartbeatSpread);
  heartbeat_ = now + kHeartbeat + static_cast<Millis>(static_cast<int64_t>(spread));
  return counting(now);
}

Millis Counter::due() const {
  Millis next = std::min(heartbeat_, *std::min_element(std::begin(alarms_), std::end(alarms_)));
  if (isUnjudged()) next = std::min(next, *std::min_element(std::begin(asking_), std::end(asking_)));
  return actsLeft_ > 0 ? std::min(next, actAt_) : next;
}

Due Counter::tick(Millis now) {
  auto isLate = [now](Millis at) { return at <= now; };
  bool asked = isUnjudged() && std::any_of(std::begin(asking_), std::end(asking_), isLate);
  Due due = {asked || isLate(heartbeat_) || std::any_of(std::begin(alarms_), std::end(alarms_), isLate), false, act_};
  forgetDue(now);
  if (actsLeft_ > 0 && actAt_ <= now) {
    due.act = true;
    actsLeft_ -= 1;
    actAt_ = now + kActEvery;
  }
  return due;
}

Counting Counter::counting(Millis now) {
  Counting counting = {seq_++, count_, "", base_, now};
  copyText(counting.mark, mark_);
  return counting;
}

void Counter::forgetDue(Millis now) {
  auto isLate = [now](Millis at) { return at <= now; };
  std::replace_if(std::begin(alarms_), std::end(alarms_), isLate, kNever);
  std::replace_if(std::begin(asking_), std::end(asking_), isLate, kNever);
}

/** The latest of too many takes the place of the one that is due last: a report in between says as much. */
void Counter::setAlarm(Millis at) {
  Millis* place = std::max_element(std::begin(alarms_), std::end(alarms_));
  *place = *place == kNever ? at : std::min(*place, at);
}

}  // namespace templo
