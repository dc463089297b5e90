// A temple that tests itself after it was built: each part once, with the maker's help.
#pragma once

#include "beam.hpp"
#include "broker.hpp"
#include "temple.hpp"

namespace templo {

/**
 * Asks for one part after the other: buttons, slots, lamps, buzzer, Wi-Fi and broker. A part that does what it should sounds `accepted`, one
 * that does not sounds `refused` and gets a line. *Confirm* means yes and *pair* no; where the temple waits for a bead, *confirm* goes on
 * without one. At the end the screen says "All is well", or the line of each fault. Nothing is counted, stored or published.
 */
class SelfTest : private BrokerListener {
 public:
  /** @param settings the Wi-Fi's name is empty: none is set, and an empty id says the same of the enrolment */
  SelfTest(const Settings& settings, Broker& broker, Board& board);

  /** @param dark the beams' states at power-up */
  void begin(const BySlot<bool>& dark, Millis now);
  /** Call it continually, as these with all that happens. */
  void loop(Millis now);
  void onLink(Link link) { link_ = link; }
  void onBeam(Slot slot, bool dark, Millis now);
  void onConfirm(Millis now);
  void onPair(Millis now);

  const Picture& picture() const { return picture_; }
  /** Whether all parts were tested, and *confirm* has ended it. */
  bool isOver() const { return isOver_; }

 private:
  enum class Part : uint8_t { pair, slotH, slotT, lampH, lampT, red, sound, wifi, broker, end };

  void onConnected() override;
  void onRefused(Refusal why) override;
  void onMessage(const char*, const char*, size_t, bool) override {}
  void onAcknowledged() override {}
  void onClosed() override {}

  /** Ends a part. @param fault its line; `nullptr`: it does what it should */
  void settle(const char* fault);
  void start(Part part);
  void waitForWifi();
  void updatePicture();

  const Settings settings_;
  Broker& broker_;
  Board& board_;
  BySlot<Beam> beams_;
  Link link_ = Link::noWifi;
  Part part_ = Part::pair;
  Millis now_ = 0;
  /** When the part began. */
  Millis since_ = 0;
  /** The lines of the faults, and which of them is the first on the screen. */
  char faults_[static_cast<size_t>(Part::end)][kLineSize] = {};
  size_t count_ = 0;
  size_t first_ = 0;
  bool isOver_ = false;
  Picture picture_ = {};
};

}  // namespace templo
