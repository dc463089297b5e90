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
constexpr uint8_t kMostUnheard = 3;

constexpr Millis kBlink = 5000;
constexpr uint8_t kWrongLogin = 4;
constexpr uint8_t kNotAuthorized = 5;

const char* godOf(Slot slot) { return slot == Slot::h ? "Huitzil" : "Tlaloc"; }

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
  storageFailed_ = !store_.load(kept_);
  kept_.boots += 1;
  char boot[kHexSize];
  newHex(boot);
  if (!isHexId(kept_.epoch)) {
    copyText(kept_.epoch, boot);
    kept_.count = {};
  }
  counter_ = Counter(boot, kept_.epoch, kept_.count, random_);
  for (Slot slot : kSlots) beams_[slot].begin(dark[slot]);
  keep();
  checkBeams(now);
  retryAt_ = now;
  draw();
}

void Temple::loop(Millis now) {
  now_ = now;
  checkBeams(now);
  if (mqtt_.isOpen()) {
    if (!mqtt_.loop(now)) lost(now);
  } else if (retryAt_ <= now) {
    open(now);
  }
  if (connected_) {
    Due due = counter_.tick(now);
    if (due.act) act(due.again);
    if (due.state) report(now);
  }
  draw();
}

Millis Temple::due() const {
  Millis next = connected_ ? counter_.due() : mqtt_.isOpen() ? now_ + 1000 : retryAt_;
  for (Slot slot : kSlots) {
    Millis blocked = beams_[slot].due();
    if (blocked > now_) next = std::min(next, blocked);
  }
  if (blinkUntil_ > now_) next = std::min(next, blinkUntil_);
  return next;
}

void Temple::onBeam(Slot slot, bool dark, Millis now) {
  now_ = now;
  if (beams_[slot].edge(dark, now)) fall(slot, now);
  checkBeams(now);
}

void Temple::onConfirm(Millis now) {
  now_ = now;
  const Display* display = counter_.display();
  if (display == nullptr) return;
  for (Slot slot : kSlots) {
    if (display->fix[slot] >= 0) continue;
    return act(counter_.press(ActKind::returned, slot, static_cast<uint8_t>(picture_.takeOut[slot]), now));
  }
}

void Temple::onPair(bool held, Millis now) {
  now_ = now;
  act(counter_.press(held ? ActKind::unpair : ActKind::pair, Slot::h, 0, now));
}

void Temple::goodbye(const char* why) {
  if (!connected_) return;
  char payload[128];
  if (writeOffline(payload, sizeof payload, counter_.boot(), counter_.conn(), why)) say("state", payload, true);
  mqtt_.disconnect();
  connected_ = false;
}

void Temple::onConnack(uint8_t code) {
  if (code != 0) {
    refusal_ = code == kWrongLogin || code == kNotAuthorized ? Refusal::login : refusal_;
    return mqtt_.drop();
  }
  connected_ = true;
  failures_ = 0;
  refusal_ = Refusal::none;
  counter_.connected();
  // N-2: the report is said with what was on show before; what arrives is handled after it.
  char down[64];
  topic(down, sizeof down, "down", "#");
  const char* const filters[] = {down, "templo/v1/_bridge/+"};
  if (mqtt_.subscribe(filters, 2)) report(now_);
}

/** A copy of ack or cmd that a broker kept is no news (T-2). */
void Temple::onMessage(const char* name, const char* payload, size_t length, bool retained) {
  char expected[64];
  topic(expected, sizeof expected, "down", "display");
  if (sameText(name, expected)) return hearDisplay(payload, length);
  NoticeMessage notice;
  if (strncmp(name, "templo/v1/_bridge/", 18) == 0) {
    if (readNotice(payload, length, notice)) hearNotice(notice);
    return;
  }
  if (retained) return;
  topic(expected, sizeof expected, "down", "cmd");
  CommandMessage command;
  if (sameText(name, expected) && readCommand(payload, length, command) && counter_.heeds(command.id)) {
    return obey(command);
  }
  topic(expected, sizeof expected, "down", "ack");
  ActAnswer answer;
  if (sameText(name, expected) && readActAnswer(payload, length, answer) &&
      sameText(answer.boot, counter_.boot())) {
    counter_.answered(answer.seq);
  }
}

/** The will names the connection that it is for (N-1). */
void Temple::open(Millis now) {
  char will[64], payload[128];
  topic(will, sizeof will, "up", "state");
  writeOffline(payload, sizeof payload, counter_.boot(), counter_.conn() + 1, nullptr);
  if (!mqtt_.connect({will, payload}, now)) lost(now);
}

/** N-4: comes back after 1, 2, 4 .. 60 s, each +-50 %; not so soon where the broker wants nothing of it. */
void Temple::lost(Millis now) {
  if (connected_ && mqtt_.outstanding() > 0) unheard_ += 1;
  if (mqtt_.acknowledged() > 0) unheard_ = 0;
  connected_ = false;
  memset(bridges_, 0, sizeof bridges_);
  if (unheard_ >= kMostUnheard) {
    refusal_ = Refusal::access;
    unheard_ = 0;
  }
  if (refusal_ != Refusal::none) {
    retryAt_ = now + kLastRetry;
    return;
  }
  Millis pause = std::min<Millis>(kFirstRetry << std::min<uint8_t>(failures_, 6), kLastRetry);
  failures_ = static_cast<uint8_t>(std::min(failures_ + 1, 6));
  retryAt_ = now + static_cast<Millis>(static_cast<double>(pause) * (0.5 + random_()));
}

/** N-6: kept before it is told. */
void Temple::fall(Slot slot, Millis now) {
  Bead bead = counter_.drop(slot, now);
  keep();
  char payload[320];
  if (writeBead(payload, sizeof payload, counter_, bead)) say("bead", payload, false);
}

void Temple::obey(const CommandMessage& message) {
  switch (message.command) {
    case Command::report:
      return report(now_);
    case Command::identify:
      blinkUntil_ = now_ + kBlink;
      return;
    case Command::epoch:
      newEpoch();
      return report(now_);
    case Command::restart:
      return board_.restart();
  }
}

/** T-3: an empty one means that there is no picture. One that is no good changes nothing (M-2). */
void Temple::hearDisplay(const char* payload, size_t length) {
  Display display;
  if (length == 0) counter_.showNothing();
  else if (readDisplay(payload, length, display)) counter_.show(display);
}

void Temple::hearNotice(const NoticeMessage& notice) {
  for (auto& known : bridges_) {
    if (sameText(known, notice.bridge)) known[0] = '\0';
  }
  if (!notice.online) return;
  for (auto& free : bridges_) {
    if (free[0] != '\0') continue;
    copyText(free, notice.bridge);
    break;
  }
  counter_.notice(notice.bridge, notice.start, now_);
}

void Temple::say(const char* channel, const char* payload, bool retain) {
  if (!connected_) return;
  char name[64];
  topic(name, sizeof name, "up", channel);
  mqtt_.publish(name, payload, retain);
}

void Temple::report(Millis now) {
  char payload[420];
  if (writeState(payload, sizeof payload, counter_, counter_.report(now), settings_.self)) {
    say("state", payload, true);
  }
}

void Temple::act(const Act& act) {
  char payload[160];
  if (writeAct(payload, sizeof payload, counter_, act)) say("act", payload, false);
}

void Temple::newEpoch() {
  char epoch[kHexSize];
  newHex(epoch);
  counter_.restartCounting(epoch);
  keep();
}

/** A store that fails is told of, and the temple counts on. */
void Temple::keep() {
  copyText(kept_.epoch, counter_.epoch());
  kept_.count = counter_.count();
  storageFailed_ = !store_.save(kept_);
}

void Temple::checkBeams(Millis now) {
  uint8_t faults = storageFailed_ ? kStorage : 0;
  if (beams_.h.isBlocked(now)) faults |= kBlockedH;
  if (beams_.t.isBlocked(now)) faults |= kBlockedT;
  counter_.setFaults(faults, now);
}

/** Lamps are closed while nobody listens, or nothing is known (J-13). */
void Temple::draw() {
  Picture picture = {};
  const Display* display = counter_.display();
  bool heard = std::any_of(std::begin(bridges_), std::end(bridges_), [](const char* name) { return *name != '\0'; });
  picture.blinking = blinkUntil_ > now_;
  size_t line = 0;
  if (display != nullptr) {
    for (Slot slot : kSlots) {
      if (display->fix[slot] >= 0) continue;
      picture.takeOut[slot] = static_cast<uint32_t>(std::min<int64_t>(-static_cast<int64_t>(display->fix[slot]), 99));
      snprintf(picture.lines[line++], kLineSize, "Take %u from %s",
               static_cast<unsigned>(picture.takeOut[slot] % 100), godOf(slot));
    }
  }
  if (refusal_ == Refusal::login) copyText(picture.lines[line++], "Name/secret is wrong");
  else if (refusal_ == Refusal::access) copyText(picture.lines[line++], "The broker refuses");
  else if (!connected_ || !heard || display == nullptr) copyText(picture.lines[line++], "Wait");
  else {
    picture.lit = display->open;
    picture.left = display->left;
    for (size_t i = 0; i < display->lineCount && line < kLines; ++i) {
      bool told = strncmp(display->lines[i], "Take ", 5) == 0;
      if (!told) copyText(picture.lines[line++], display->lines[i]);
    }
  }
  if (!changed(picture, picture_)) return;
  picture_ = picture;
  board_.show(picture_);
}

/** 8 random digits and 4 of the boot number: none repeats, even where the random ones should. */
void Temple::newHex(char (&out)[kHexSize]) {
  snprintf(out, sizeof out, "%08lx%04lx", static_cast<unsigned long>(board_.random()),
           static_cast<unsigned long>(kept_.boots & 0xffff));
}

void Temple::topic(char* out, size_t size, const char* way, const char* channel) const {
  snprintf(out, size, "templo/v1/%s/%s/%s", settings_.id, way, channel);
}

}  // namespace templo
