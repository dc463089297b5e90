#include "temple.hpp"

#include <algorithm>
#include <iterator>
#include <cstdio>
#include <cstring>

namespace templo {

namespace {

// N-4, in ms
constexpr Millis kFirstRetry = 1000;
constexpr Millis kLastRetry = 60000;
constexpr uint8_t kMaxCuts = 3;

constexpr Millis kBlink = 5000;
constexpr uint8_t kWrongLogin = 4;
constexpr uint8_t kNotAuthorized = 5;

const char* nameOfGod(Slot slot) { return slot == Slot::h ? "Huitzil" : "Tlaloc"; }

bool changed(const Picture& a, const Picture& b) {
  return a.lit.h != b.lit.h || a.lit.t != b.lit.t || a.left != b.left || a.takeOut.h != b.takeOut.h ||
         a.takeOut.t != b.takeOut.t || a.blinking != b.blinking || memcmp(a.lines, b.lines, sizeof a.lines) != 0;
}

}  // namespace

Temple::Temple(const Settings& settings, Transport& transport, Store& store, Board& board, Random random)
    : settings_(settings),
      store_(store),
      board_(board),
      random_(random),
      mqtt_(transport, settings_.id, settings_.secret, *this),
      counter_("", "", {}, random) {}

void Temple::begin(const BySlot<bool>& dark, Millis now) {
  now_ = now;
  storageFailed_ = !store_.load(stored_);
  stored_.boots += 1;
  char boot[kHexSize];
  newHex(boot);
  if (!isHexId(stored_.epoch)) {
    copyText(stored_.epoch, boot);
    stored_.count = {};
  }
  counter_ = Counter(boot, stored_.epoch, stored_.count, random_);
  for (Slot slot : kSlots) beams_[slot].begin(dark[slot]);
  storeCounters();
  checkBeams(now);
  retryAt_ = now;
  updatePicture();
}

void Temple::loop(Millis now) {
  now_ = now;
  checkBeams(now);
  if (mqtt_.isOpen()) {
    if (!mqtt_.loop(now)) handleClose(now);
  } else if (retryAt_ <= now) {
    connect(now);
  }
  if (connected_) {
    DueMessages due = counter_.tick(now);
    if (due.act) publishAct(due.again);
    if (due.state) publishReport(now);
  }
  updatePicture();
}

Millis Temple::nextDueAt() const {
  Millis next = connected_ ? counter_.nextDueAt() : mqtt_.isOpen() ? now_ + 1000 : retryAt_;
  for (Slot slot : kSlots) {
    Millis blocked = beams_[slot].blockedAt();
    if (blocked > now_) next = std::min(next, blocked);
  }
  if (blinkUntil_ > now_) next = std::min(next, blinkUntil_);
  return next;
}

void Temple::onBeam(Slot slot, bool dark, Millis now) {
  now_ = now;
  if (beams_[slot].recordEdge(dark, now)) countBead(slot, now);
  checkBeams(now);
}

void Temple::onConfirm(Millis now) {
  now_ = now;
  const Display* display = counter_.display();
  if (display == nullptr) return;
  for (Slot slot : kSlots) {
    if (display->fix[slot] >= 0) continue;
    return publishAct(counter_.press(ActKind::returned, slot, static_cast<uint8_t>(picture_.takeOut[slot]), now));
  }
}

void Temple::onPair(bool held, Millis now) {
  now_ = now;
  publishAct(counter_.press(held ? ActKind::unpair : ActKind::pair, Slot::h, 0, now));
}

void Temple::sendGoodbye(const char* why) {
  if (!connected_) return;
  char payload[128];
  if (writeOffline(payload, sizeof payload, counter_.boot(), counter_.conn(), why)) publish("state", payload, true);
  mqtt_.disconnect();
  connected_ = false;
}

void Temple::onConnack(uint8_t code) {
  if (code != 0) {
    refusal_ = code == kWrongLogin || code == kNotAuthorized ? Refusal::login : refusal_;
    return mqtt_.close();
  }
  connected_ = true;
  failures_ = 0;
  refusal_ = Refusal::none;
  counter_.beginConnection();
  // N-2: the report carries the mark that was on show before; messages are handled after it.
  char down[64];
  topic(down, sizeof down, "down", "#");
  const char* const filters[] = {down, "templo/v1/_bridge/+"};
  if (mqtt_.subscribe(filters, 2)) publishReport(now_);
}

/** Ignores retained copies of ack and cmd (T-2). */
void Temple::onMessage(const char* name, const char* payload, size_t length, bool retained) {
  char expected[64];
  topic(expected, sizeof expected, "down", "display");
  if (sameText(name, expected)) return handleDisplay(payload, length);
  NoticeMessage notice;
  if (strncmp(name, "templo/v1/_bridge/", 18) == 0) {
    if (readNotice(payload, length, notice)) handleNotice(notice);
    return;
  }
  if (retained) return;
  topic(expected, sizeof expected, "down", "cmd");
  CommandMessage command;
  if (sameText(name, expected) && readCommand(payload, length, command) && counter_.acceptCommand(command.id)) {
    return handleCommand(command);
  }
  topic(expected, sizeof expected, "down", "ack");
  ActAnswer answer;
  if (sameText(name, expected) && readActAnswer(payload, length, answer) &&
      sameText(answer.boot, counter_.boot())) {
    counter_.completeAct(answer.seq);
  }
}

/** Connects; the will names the connection (N-1). */
void Temple::connect(Millis now) {
  char will[64], payload[128];
  topic(will, sizeof will, "up", "state");
  writeOffline(payload, sizeof payload, counter_.boot(), counter_.conn() + 1, nullptr);
  if (!mqtt_.connect({will, payload}, now)) handleClose(now);
}

/** Schedules the reconnect after 1, 2, 4 .. 60 s, each +-50 %, or after 60 s if the broker refuses (N-4). */
void Temple::handleClose(Millis now) {
  if (connected_ && mqtt_.outstanding() > 0) cutsInARow_ += 1;
  if (mqtt_.acknowledged() > 0) cutsInARow_ = 0;
  connected_ = false;
  memset(bridges_, 0, sizeof bridges_);
  if (cutsInARow_ >= kMaxCuts) {
    refusal_ = Refusal::access;
    cutsInARow_ = 0;
  }
  if (refusal_ != Refusal::none) {
    retryAt_ = now + kLastRetry;
    return;
  }
  Millis pause = std::min<Millis>(kFirstRetry << std::min<uint8_t>(failures_, 6), kLastRetry);
  failures_ = static_cast<uint8_t>(std::min(failures_ + 1, 6));
  retryAt_ = now + static_cast<Millis>(static_cast<double>(pause) * (0.5 + random_()));
}

/** Counts a bead, and stores it before it is published (N-6). */
void Temple::countBead(Slot slot, Millis now) {
  Bead bead = counter_.drop(slot, now);
  storeCounters();
  char payload[320];
  if (writeBead(payload, sizeof payload, counter_, bead)) publish("bead", payload, false);
}

void Temple::handleCommand(const CommandMessage& message) {
  switch (message.command) {
    case Command::report:
      return publishReport(now_);
    case Command::identify:
      blinkUntil_ = now_ + kBlink;
      return;
    case Command::epoch:
      newEpoch();
      return publishReport(now_);
    case Command::restart:
      return board_.restart();
  }
}

/** An empty display shows nothing (T-3). A malformed one changes nothing (M-2). */
void Temple::handleDisplay(const char* payload, size_t length) {
  Display display;
  if (length == 0) counter_.clearDisplay();
  else if (readDisplay(payload, length, display)) counter_.show(display);
}

void Temple::handleNotice(const NoticeMessage& notice) {
  for (auto& known : bridges_) {
    if (sameText(known, notice.bridge)) known[0] = '\0';
  }
  if (!notice.online) return;
  for (auto& free : bridges_) {
    if (free[0] != '\0') continue;
    copyText(free, notice.bridge);
    break;
  }
  counter_.handleNotice(notice.bridge, notice.start, now_);
}

void Temple::publish(const char* channel, const char* payload, bool retain) {
  if (!connected_) return;
  char name[64];
  topic(name, sizeof name, "up", channel);
  mqtt_.publish(name, payload, retain);
}

void Temple::publishReport(Millis now) {
  char payload[420];
  if (writeState(payload, sizeof payload, counter_, counter_.report(now), settings_.self)) {
    publish("state", payload, true);
  }
}

void Temple::publishAct(const Act& act) {
  char payload[160];
  if (writeAct(payload, sizeof payload, counter_, act)) publish("act", payload, false);
}

void Temple::newEpoch() {
  char epoch[kHexSize];
  newHex(epoch);
  counter_.restartCounting(epoch);
  storeCounters();
}

/** If storing fails, the temple reports the fault `storage` and keeps counting. */
void Temple::storeCounters() {
  copyText(stored_.epoch, counter_.epoch());
  stored_.count = counter_.count();
  storageFailed_ = !store_.save(stored_);
}

void Temple::checkBeams(Millis now) {
  uint8_t faults = storageFailed_ ? kStorage : 0;
  if (beams_.h.isBlocked(now)) faults |= kBlockedH;
  if (beams_.t.isBlocked(now)) faults |= kBlockedT;
  counter_.setFaults(faults, now);
}

/** Updates what to show. Lamps are closed offline, without a bridge and without a display (J-13). */
void Temple::updatePicture() {
  Picture picture = {};
  const Display* display = counter_.display();
  bool isBridgeOnline =
      std::any_of(std::begin(bridges_), std::end(bridges_), [](const char* name) { return *name != '\0'; });
  picture.blinking = blinkUntil_ > now_;
  size_t line = 0;
  if (display != nullptr) {
    for (Slot slot : kSlots) {
      if (display->fix[slot] >= 0) continue;
      picture.takeOut[slot] = static_cast<uint32_t>(std::min<int64_t>(-static_cast<int64_t>(display->fix[slot]), 99));
      snprintf(picture.lines[line++], kLineSize, "Take %u from %s",
               static_cast<unsigned>(picture.takeOut[slot] % 100), nameOfGod(slot));
    }
  }
  if (refusal_ == Refusal::login) copyText(picture.lines[line++], "Name/secret is wrong");
  else if (refusal_ == Refusal::access) copyText(picture.lines[line++], "The broker refuses");
  else if (!connected_ || !isBridgeOnline || display == nullptr) copyText(picture.lines[line++], "Wait");
  else {
    picture.lit = display->open;
    picture.left = display->left;
    for (size_t i = 0; i < display->lineCount && line < kLines; ++i) {
      bool isShown = strncmp(display->lines[i], "Take ", 5) == 0;
      if (!isShown) copyText(picture.lines[line++], display->lines[i]);
    }
  }
  if (!changed(picture, picture_)) return;
  picture_ = picture;
  board_.show(picture_);
}

/** 8 random digits and 4 of the boot number, so that none repeats even if the random ones do. */
void Temple::newHex(char (&out)[kHexSize]) {
  snprintf(out, sizeof out, "%08lx%04lx", static_cast<unsigned long>(board_.random()),
           static_cast<unsigned long>(stored_.boots & 0xffff));
}

void Temple::topic(char* out, size_t size, const char* way, const char* channel) const {
  snprintf(out, size, "templo/v1/%s/%s/%s", settings_.id, way, channel);
}

}  // namespace templo
