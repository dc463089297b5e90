// The sounds of a temple, tone by tone. devices/src/sounds.ts has the same.
#pragma once

#include <cstddef>
#include <cstdint>

namespace templo {

enum class Sound : uint8_t {
  /** One high tone: the match took a bead. */
  accepted,
  /** Two low tones: it did not. The rhythm after them tells the reason. */
  refused,
  /** One long low tone: a bead must be taken out (J-12). */
  debt,
};

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
};

/** Returns a sound as it is played. @param reason why a bead was refused; one without a rhythm, or none: the sound alone */
Tune tuneOf(Sound sound, const char* reason = "");

}  // namespace templo
