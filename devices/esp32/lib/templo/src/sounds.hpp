// The sounds of a temple, tone by tone. devices/src/sounds.ts has the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "types.hpp"

namespace templo {

enum class Sound : uint8_t {
  /** One high tone: the match took a bead. */
  accepted,
  /** Two low tones: it did not. The rhythm after them tells the reason. */
  refused,
  /** One long low tone: a bead must be taken out (J-12). */
  debt,
  /** A beat of the drum for each offering of others (J-18). */
  offering,
  /** The apocalypse's heart. */
  heartbeat,
  /** How the match ended: a seat of this temple won, another one did, or the world ended; or otherwise. */
  won,
  lost,
  flood,
  invasion,
  ended,
};

constexpr const char* kSoundNames[] = {"accepted", "refused", "debt",  "offering", "heartbeat",
                                       "won",      "lost",    "flood", "invasion", "ended"};

struct Tone {
  /** 0: silence */
  uint16_t hertz;
  uint16_t ms;
};

/** A sound as it is played: its tones, one after the other. */
struct Tune {
  static constexpr size_t kMost = 16;

  Sound sound;
  uint8_t count;
  Tone tones[kMost];
  /** The slots whose lamps blink with the tones. */
  BySlot<bool> lamps;
};

/** Returns a sound as it is played. @param reason why a bead was refused; one without a rhythm, or none: the sound alone */
Tune tuneOf(Sound sound, const char* reason = "");

/** Returns a beat of the drum for each of these offerings to a god, at most 4. */
Tune offeringsOf(Slot slot, uint32_t offerings);

/** Returns some beats of the apocalypse's heart, faster with each disc. @param discs calendar discs off the board */
Tune heartbeatOf(uint32_t discs);

/** Returns the sound of an end (`end` of a display). */
Tune tuneOfEnd(const char* end);

}  // namespace templo
