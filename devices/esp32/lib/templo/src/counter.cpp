#include "counter.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace templo {

namespace {

constexpr Millis kNotDue = std::numeric_limits<Millis>::max();

// When a temple reports (N-3), in ms.
constexpr Millis kHeartbeat = 60000;
constexpr Millis kHeartbeatSpread = 10000;
constexpr Millis kAfterBurst = 1000;
constexpr Millis kWhileUnjudged[] = {5000, 10000, 20000, 40000, 60000};
constexpr Millis kAfterBridgeStart = 3000;
// How often an act is published, in ms, and how many times in all (section 3, `up/act`).
constexpr Millis kActEvery = 5000;
constexpr uint8_t kActTimes = 3;

}  // namespace

Counter::Counter(const char* boot, const char* epoch, const Counts& count, Random random)
    : count_(count), random_(random) {
  copyText(boot_, boot);
  copyText(epoch_, epoch);
  std::fill(std::begin(reportTimes_), std::end(reportTimes_), kNotDue);
  std::fill(std::begin(unjudgedReportTimes_), std::end(unjudgedReportTimes_), kNotDue);
}

bool Counter::hasUnjudged() const {
  if (!hasDisplay_ || !sameText(display_.epoch, epoch_)) return false;
  return display_.judged.h < count_.h || display_.judged.t < count_.t;
}

Bead Counter::drop(Slot slot, Millis now) {
  count_[slot] += 1;
  std::fill(std::begin(reportTimes_), std::end(reportTimes_), kNotDue);
  scheduleReport(now + kAfterBurst);
  for (size_t i = 0; i < kUnjudgedReportTimes; ++i) unjudgedReportTimes_[i] = now + kWhileUnjudged[i];
  return {nextCounting(now), slot, count_[slot], now};
}

Act Counter::press(ActKind kind, Slot slot, uint8_t num, Millis now) {
  act_ = {seq_++, kind, slot, num};
  isActOpen_ = true;
  actRepeatsLeft_ = kActTimes - 1;
  actAt_ = now + kActEvery;
  return act_;
}

void Counter::answerAct(uint32_t seq, bool isPending, Millis now) {
  if (!isActOpen_ || act_.seq != seq) return;
  isActOpen_ = isPending;
  actRepeatsLeft_ = isPending ? kActTimes : 0;
  actAt_ = now + kActEvery;
}

void Counter::show(const Display& display) {
  display_ = display;
  hasDisplay_ = true;
  if (sameText(display.mark, mark_)) return;
  copyText(mark_, display.mark);
  base_ = count_;
}

void Counter::handleNotice(const char* bridge, const char* start, Millis now) {
  BridgeStart* known = std::find_if(std::begin(starts_), std::end(starts_),
                                    [&](const BridgeStart& each) { return sameText(each.bridge, bridge); });
  if (known == std::end(starts_)) {
    known = &starts_[nextStart_++ % kBridges];
    copyText(known->bridge, bridge);
  } else if (sameText(known->start, start)) {
    return;
  }
  copyText(known->start, start);
  scheduleReport(now + static_cast<Millis>(random_() * kAfterBridgeStart));
}

bool Counter::acceptCommand(const char* id) {
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
  scheduleReport(now);
}

Counting Counter::report(Millis now) {
  dropPastTimes(now);
  double spread = (2 * random_() - 1) * static_cast<double>(kHeartbeatSpread);
  heartbeatAt_ = now + kHeartbeat + static_cast<Millis>(static_cast<int64_t>(spread));
  return nextCounting(now);
}

Millis Counter::nextDueAt() const {
  Millis next = std::min(heartbeatAt_, *std::min_element(std::begin(reportTimes_), std::end(reportTimes_)));
  if (hasUnjudged()) {
    next = std::min(next, *std::min_element(std::begin(unjudgedReportTimes_), std::end(unjudgedReportTimes_)));
  }
  return actRepeatsLeft_ > 0 ? std::min(next, actAt_) : next;
}

DueMessages Counter::tick(Millis now) {
  auto isDue = [now](Millis at) { return at <= now; };
  bool isUnjudgedDue =
      hasUnjudged() && std::any_of(std::begin(unjudgedReportTimes_), std::end(unjudgedReportTimes_), isDue);
  bool isReportDue = isUnjudgedDue || isDue(heartbeatAt_) ||
                     std::any_of(std::begin(reportTimes_), std::end(reportTimes_), isDue);
  DueMessages due = {isReportDue, false, act_};
  dropPastTimes(now);
  if (actRepeatsLeft_ > 0 && actAt_ <= now) {
    due.act = true;
    actRepeatsLeft_ -= 1;
    actAt_ = now + kActEvery;
  }
  return due;
}

Counting Counter::nextCounting(Millis now) {
  Counting counting = {seq_++, count_, "", base_, now};
  copyText(counting.mark, mark_);
  return counting;
}

void Counter::dropPastTimes(Millis now) {
  auto isDue = [now](Millis at) { return at <= now; };
  std::replace_if(std::begin(reportTimes_), std::end(reportTimes_), isDue, kNotDue);
  std::replace_if(std::begin(unjudgedReportTimes_), std::end(unjudgedReportTimes_), isDue, kNotDue);
}

/** If every place is taken, replaces the report that is due last: one report covers both. */
void Counter::scheduleReport(Millis at) {
  Millis* place = std::max_element(std::begin(reportTimes_), std::end(reportTimes_));
  *place = *place == kNotDue ? at : std::min(*place, at);
}

}  // namespace templo
