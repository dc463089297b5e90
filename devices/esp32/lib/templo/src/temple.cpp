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

/** ms for which it blinks, and for which its lamps are lit or dark meanwhile. */
constexpr Millis kBlink = 5000;
constexpr Millis kFlash = 250;
/** ms for which the line of a verdict is shown in place of the display's (J-16). */
constexpr Millis kShowVerdict = 3000;
/** ms after which it is time to ask whether the broker has answered. */
constexpr Millis kLongestPoll = 1000;

const char* nameOfGod(Slot slot) { return slot == Slot::h ? "Huitzil" : "Tlaloc"; }

bool changed(const Picture& a, const Picture& b) {
  return a.lit.h != b.lit.h || a.lit.t != b.lit.t || a.left != b.left || a.takeOut.h != b.takeOut.h ||
         a.takeOut.t != b.takeOut.t || a.blinking != b.blinking || a.flash != b.flash ||
         memcmp(a.lines, b.lines, sizeof a.lines) != 0;
}

bool owes(const Picture& picture) { return picture.takeOut.h > 0 || picture.takeOut.t > 0; }

/** Fills a picture's lines from above. */
class Screen {
 public:
  explicit Screen(Picture& picture) : picture_(picture) {}
  /** Adds a line, cut at its end; what is not printable becomes a question mark. */
  void add(const char* text) {
    if (count_ == kLines) return;
    auto& line = picture_.lines[count_++];
    copyText(line, text);
    std::replace_if(line, line + strlen(line), [](char c) { return c < ' ' || c > '~'; }, '?');
  }
  bool has(const char* text) const {
    return std::any_of(picture_.lines, picture_.lines + count_, [&](const char* line) { return sameText(line, text); });
  }
  size_t room() const { return kLines - count_; }

 private:
  Picture& picture_;
  size_t count_ = 0;
};

}  // namespace

Temple::Temple(const Settings& settings, Broker& broker, Store& store, Board& board, Random random)
    : settings_(settings),
      words_(wordsOf(settings.self.language)),
      store_(store),
      board_(board),
      random_(random),
      broker_(broker),
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
  broker_.poll(*this);
  if (connection_ == Connection::none && link_ == Link::ready && retryAt_ <= now) connect();
  if (connection_ == Connection::open) {
    DueMessages due = counter_.tick(now);
    if (due.act) publishAct(due.again);
    if (due.state) publishReport(now);
  }
  updatePicture();
}

Millis Temple::nextDueAt() const {
  Millis next = now_ + kLongestPoll;
  if (connection_ == Connection::open) next = counter_.nextDueAt();
  else if (connection_ == Connection::none && link_ == Link::ready) next = retryAt_;
  for (Slot slot : kSlots) {
    Millis blocked = beams_[slot].blockedAt();
    if (blocked > now_) next = std::min(next, blocked);
  }
  if (blinkUntil_ > now_) next = std::min(next, now_ + (blinkUntil_ - now_ - 1) % kFlash + 1);
  if (codeUntil_ > now_) next = std::min(next, codeUntil_);
  for (const auto& verdict : verdicts_) {
    if (verdict.until > now_) next = std::min(next, verdict.until);
  }
  return next;
}

void Temple::onLink(Link link, Millis now) {
  now_ = now;
  if (link == link_) return;
  link_ = link;
  if (link != Link::ready || trouble_ != Trouble::none) return;
  // What failed before failed for want of a network.
  failures_ = 0;
  retryAt_ = now;
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
  if (connection_ != Connection::open) return;
  char payload[128];
  if (writeOffline(payload, sizeof payload, counter_.boot(), counter_.conn(), why)) publish("state", payload, true);
  broker_.disconnect();
  connection_ = Connection::none;
}

void Temple::onConnected() {
  connection_ = Connection::open;
  failures_ = 0;
  trouble_ = Trouble::none;
  refusal_.reset();
  unacknowledged_ = 0;
  acknowledged_ = false;
  counter_.beginConnection();
  // N-2: the report carries the mark that was on show before; messages are handled after it.
  char down[64];
  topic(down, sizeof down, "down", "#");
  const char* const filters[] = {down, "templo/v1/_bridge/+"};
  if (broker_.subscribe(filters, 2)) publishReport(now_);
}

void Temple::onRefused(Refusal why) {
  refusal_ = why;
  if (why == Refusal::login) trouble_ = Trouble::login;
  scheduleRetry();
}

void Temple::onAcknowledged() {
  acknowledged_ = true;
  if (unacknowledged_ > 0) unacknowledged_ -= 1;
}

/** Three connections in a row that ended with nothing but unanswered publishes: the broker refuses them (N-4). */
void Temple::onClosed() {
  bool wasCut = unacknowledged_ > 0 && !acknowledged_;
  cutsInARow_ = wasCut ? static_cast<uint8_t>(cutsInARow_ + 1) : 0;
  if (cutsInARow_ == kMaxCuts) {
    trouble_ = Trouble::access;
    cutsInARow_ = 0;
  }
  scheduleRetry();
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
  if (!sameText(name, expected)) return;
  ActAnswer act;
  BeadsAnswer beads;
  if (readActAnswer(payload, length, act)) {
    if (sameText(act.boot, counter_.boot())) counter_.answerAct(act.seq, act.isPending, now_);
  } else if (readBeadsAnswer(payload, length, beads)) {
    // Also of an epoch that has ended: its beads lie in the lake (J-17).
    handleVerdict(beads);
  }
}

/** Connects; the will names the connection (N-1). */
void Temple::connect() {
  char will[64], payload[128];
  topic(will, sizeof will, "up", "state");
  if (!writeOffline(payload, sizeof payload, counter_.boot(), counter_.conn() + 1, nullptr)) return scheduleRetry();
  connection_ = Connection::opening;
  broker_.connect(settings_.login, {will, payload});
}

/** Schedules the reconnect after 1, 2, 4 .. 60 s, each +-50 %, or after 60 s if the broker refuses (N-4). */
void Temple::scheduleRetry() {
  connection_ = Connection::none;
  memset(bridges_, 0, sizeof bridges_);
  if (trouble_ != Trouble::none) {
    retryAt_ = now_ + kLastRetry;
    return;
  }
  Millis pause = std::min<Millis>(kFirstRetry << std::min<uint8_t>(failures_, 6), kLastRetry);
  failures_ = static_cast<uint8_t>(std::min(failures_ + 1, 6));
  retryAt_ = now_ + static_cast<Millis>(static_cast<double>(pause) * (0.5 + random_()));
}

/** Counts a bead, and stores it before it is published (N-6). */
void Temple::countBead(Slot slot, Millis now) {
  Bead bead = counter_.drop(slot, now);
  echo_.countBead(slot);
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
    case Command::update:
      return board_.lookForUpdate();
  }
}

/** An empty display shows that there is no match (T-3). A malformed one changes nothing (M-2). */
void Temple::handleDisplay(const char* payload, size_t length) {
  Display display;
  if (length > 0 && !readDisplay(payload, length, display)) return;
  isBlank_ = length == 0;
  codeUntil_ = 0;
  Echoes echoes = echo_.hear(isBlank_ ? nullptr : &display);
  for (size_t i = 0; i < echoes.count; ++i) board_.play(echoes.tunes[i]);
  if (isBlank_) return counter_.clearDisplay();
  counter_.show(display);
  if (display.code[0] != '\0' && display.expires != kNever) codeUntil_ = now_ + Millis{display.expires} * 1000 + 1;
}

/** Shows and sounds a verdict; each of several at once keeps a line of its own. */
void Temple::handleVerdict(const BeadsAnswer& answer) {
  Verdict verdict = answer.verdict;
  echo_.countVerdict(answer);
  if (verdict == Verdict::accepted || verdict == Verdict::absorbed) board_.play(tuneOf(Sound::accepted));
  if (verdict == Verdict::rejected || verdict == Verdict::ignored) board_.play(tuneOf(Sound::refused, answer.reason));
  auto place = std::find_if(std::begin(verdicts_), std::end(verdicts_), [&](const auto& each) {
    return each.until <= now_ || sameText(each.line, answer.line);
  });
  if (place == std::end(verdicts_)) place = std::begin(verdicts_);
  std::move(place + 1, std::end(verdicts_), place);
  auto& last = verdicts_[kLines - 1];
  copyText(last.line, answer.line);
  last.until = now_ + kShowVerdict;
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
  if (connection_ != Connection::open) return;
  char name[64];
  topic(name, sizeof name, "up", channel);
  if (broker_.publish(name, payload, retain)) unacknowledged_ += 1;
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

Temple::Waiting Temple::waiting() const {
  if (link_ == Link::noWifi) return {words_.noWifi, settings_.wifi};
  if (link_ == Link::wrongPassword) return {words_.wrongPassword, settings_.wifi};
  if (link_ == Link::noTime) return {words_.noTime, nullptr};
  if (trouble_ == Trouble::access) return {words_.access, nullptr};
  if (connection_ != Connection::open) {
    bool isNameOfUse = !refusal_ || *refusal_ == Refusal::unreachable;
    return {whyOffline(), isNameOfUse ? settings_.broker : nullptr};
  }
  bool isBridgeOnline =
      std::any_of(std::begin(bridges_), std::end(bridges_), [](const char* name) { return *name != '\0'; });
  const Display* display = counter_.display();
  if (!isBridgeOnline) return {words_.noBridge, nullptr};
  if (isBlank_) return {words_.noMatch, nullptr};
  if (display == nullptr) return {words_.noDisplay, nullptr};
  bool isCodeShown = sameText(display->phase, "pairing") && codeUntil_ != 0;
  if (isCodeShown && codeUntil_ <= now_) return {words_.codeExpired, words_.pressPair};
  return {nullptr, nullptr};
}

/** The screen has said it already. */
bool Temple::isDebt(const char* line) const {
  size_t length = strlen(words_.take);
  return strncmp(line, words_.take, length) == 0 && line[length] == ' ';
}

const char* Temple::whyOffline() const { return refusal_ ? words_.sentenceOf(*refusal_) : words_.connecting; }

/**
 * Updates what to show: what must be taken out (J-12), then the newest verdicts (J-16), else what the temple waits for,
 * else the display's lines. Lamps are closed offline, without a bridge and without a display (J-13).
 */
void Temple::updatePicture() {
  Picture picture = {};
  Screen screen(picture);
  const Display* display = counter_.display();
  const Waiting wait = waiting();
  picture.blinking = blinkUntil_ > now_;
  picture.flash = picture.blinking && (blinkUntil_ - now_ - 1) / kFlash % 2 != 0;
  if (display != nullptr) {
    for (Slot slot : kSlots) {
      if (display->fix[slot] >= 0) continue;
      picture.takeOut[slot] = static_cast<uint32_t>(std::min<int64_t>(-display->fix[slot], 99));
      char line[kLineSize];
      snprintf(line, sizeof line, "%s %u %s %s", words_.take, static_cast<unsigned>(picture.takeOut[slot]) % 100,
               words_.from, nameOfGod(slot));
      screen.add(line);
    }
  }
  if (wait.line == nullptr) {
    picture.lit = display->open;
    picture.left = display->left;
  }
  auto isShown = [this](const auto& verdict) { return verdict.until > now_ && verdict.line[0] != '\0'; };
  auto shown = std::count_if(std::begin(verdicts_), std::end(verdicts_), isShown);
  if (shown > 0) {
    for (const auto& verdict : verdicts_) {
      if (!isShown(verdict) || static_cast<size_t>(shown--) > screen.room()) continue;
      if (!screen.has(verdict.line)) screen.add(verdict.line);
    }
  } else if (wait.line != nullptr) {
    screen.add(wait.line);
    if (wait.detail != nullptr) screen.add(wait.detail);
  } else {
    for (size_t i = 0; i < display->lineCount; ++i) {
      if (!isDebt(display->lines[i])) screen.add(display->lines[i]);
    }
  }
  if (owes(picture) && !owes(picture_)) board_.play(tuneOf(Sound::debt));
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
  snprintf(out, size, "templo/v1/%s/%s/%s", settings_.login.id, way, channel);
}

}  // namespace templo
