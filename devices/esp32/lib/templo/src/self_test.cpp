#include "self_test.hpp"

#include <cstdio>

namespace templo {

namespace {

/** ms that Wi-Fi and clock may take. A broker answers or is given up within 30 s by itself. */
constexpr Millis kNetwork = 30000;
/** Lines of faults on the screen at once, below the number of all. */
constexpr size_t kFaultLines = kLines - 1;

const char* whyNoNetwork(Link link) {
  switch (link) {
    case Link::noWifi:
      return "Wi-Fi: not found";
    case Link::wrongPassword:
      return "Wi-Fi: bad password";
    case Link::noTime:
      return "Wi-Fi: no time";
    case Link::ready:
      break;
  }
  return nullptr;
}

}  // namespace

SelfTest::SelfTest(const Settings& settings, Broker& broker, Board& board)
    : settings_(settings), broker_(broker), board_(board) {}

void SelfTest::begin(const BySlot<bool>& dark, Millis now) {
  now_ = now;
  for (Slot slot : kSlots) beams_[slot].begin(dark[slot]);
  start(Part::pair);
}

void SelfTest::loop(Millis now) {
  now_ = now;
  if (part_ == Part::wifi) waitForWifi();
  if (part_ == Part::broker) broker_.poll(*this);
}

void SelfTest::onBeam(Slot slot, bool dark, Millis now) {
  now_ = now;
  bool hasFallen = beams_[slot].recordEdge(dark, now);
  if (!hasFallen || (part_ != Part::slotH && part_ != Part::slotT)) return;
  Slot asked = part_ == Part::slotH ? Slot::h : Slot::t;
  settle(slot == asked ? nullptr : asked == Slot::h ? "Bead H counted as T" : "Bead T counted as H");
}

void SelfTest::onConfirm(Millis now) {
  now_ = now;
  switch (part_) {
    case Part::pair:
      return settle("Pair: not pressed");
    case Part::slotH:
      return settle("H: no bead was seen");
    case Part::slotT:
      return settle("T: no bead was seen");
    case Part::wifi:
    case Part::broker:
      return;
    case Part::end:
      first_ += kFaultLines;
      isOver_ = first_ >= count_;
      return updatePicture();
    default:
      return settle(nullptr);
  }
}

void SelfTest::onPair(Millis now) {
  now_ = now;
  switch (part_) {
    case Part::pair:
      return settle(nullptr);
    case Part::lampH:
      return settle("Lamp H stays dark");
    case Part::lampT:
      return settle("Lamp T stays dark");
    case Part::red:
      return settle("Red lamp stays dark");
    case Part::sound:
      return settle("No sound");
    default:
      return;
  }
}

void SelfTest::onConnected() {
  broker_.disconnect();
  settle(nullptr);
}

void SelfTest::onRefused(Refusal why) {
  settle(why == Refusal::unreachable ? "No broker answers" : wordsOf(nullptr).sentenceOf(why));
}

void SelfTest::settle(const char* fault) {
  board_.play(tuneOf(fault == nullptr ? Sound::accepted : Sound::refused));
  if (fault != nullptr) copyText(faults_[count_++], fault);
  start(static_cast<Part>(static_cast<uint8_t>(part_) + 1));
}

void SelfTest::start(Part part) {
  part_ = part;
  since_ = now_;
  if (part == Part::slotH || part == Part::slotT) {
    Slot slot = part == Part::slotH ? Slot::h : Slot::t;
    if (beams_[slot].isDark()) return settle(slot == Slot::h ? "H: beam stays dark" : "T: beam stays dark");
  }
  if (part == Part::sound) board_.play(tuneOf(Sound::debt));
  if (part == Part::broker) {
    // Without a last will: nothing may be told of a temple that plays nowhere.
    if (*settings_.login.id == '\0') return settle("Broker: not enrolled");
    if (link_ != Link::ready) return settle("Broker: no network");
    broker_.connect(settings_.login, {nullptr, nullptr});
  }
  updatePicture();
}

void SelfTest::waitForWifi() {
  if (*settings_.wifi == '\0') return settle("Wi-Fi: not set up");
  if (link_ == Link::ready) return settle(nullptr);
  if (link_ == Link::wrongPassword || now_ - since_ >= kNetwork) settle(whyNoNetwork(link_));
}

void SelfTest::updatePicture() {
  Picture picture = {};
  auto show = [&picture](const char* first, const char* second, const char* third = "") {
    const char* const texts[] = {first, second, third};
    for (size_t i = 0; i < 3; ++i) copyText(picture.lines[i + 1], texts[i]);
  };
  snprintf(picture.lines[0], kLineSize, "Self-test %u of %u", static_cast<unsigned>(part_) % 10 + 1,
           static_cast<unsigned>(Part::end));
  switch (part_) {
    case Part::pair:
      show("Press pair", "", "no pair: confirm");
      break;
    case Part::slotH:
      show("Drop a bead into", "Huitzilopochtli", "not seen: confirm");
      break;
    case Part::slotT:
      show("Drop a bead into", "Tlaloc", "not seen: confirm");
      break;
    case Part::lampH:
      picture.lit.h = true;
      show("Is the lamp lit of", "Huitzilopochtli?", "confirm: y, pair: n");
      break;
    case Part::lampT:
      picture.lit.t = true;
      show("Is the lamp lit of", "Tlaloc?", "confirm: y, pair: n");
      break;
    case Part::red:
      picture.takeOut.h = 1;
      show("Is the red lamp lit?", "", "confirm: y, pair: n");
      break;
    case Part::sound:
      show("Did you hear a long", "low tone?", "confirm: y, pair: n");
      break;
    case Part::wifi:
      show("Joining the Wi-Fi", settings_.wifi);
      break;
    case Part::broker:
      show("Connecting to", settings_.broker);
      break;
    case Part::end:
      if (count_ == 0) {
        copyText(picture.lines[0], "All is well");
        show("Press confirm", "to play");
        break;
      }
      snprintf(picture.lines[0], kLineSize, "%u to repair:", static_cast<unsigned>(count_) % 10);
      for (size_t i = 0; i < kFaultLines && first_ + i < count_; ++i) copyText(picture.lines[i + 1], faults_[first_ + i]);
      break;
  }
  picture_ = picture;
  board_.show(picture_);
}

}  // namespace templo
