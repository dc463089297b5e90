#include "sounds.hpp"

#include <algorithm>

namespace templo {

namespace {

constexpr Tone kAccepted[] = {{1760, 150}};
constexpr Tone kRefused[] = {{330, 150}, {0, 80}, {330, 150}};
constexpr Tone kDebt[] = {{220, 600}};
constexpr Tone kShort = {660, 80};
constexpr Tone kLong = {660, 240};
constexpr Tone kBefore = {0, 80};
constexpr Tone kBeforeRhythm = {0, 160};
constexpr Tone kBeat[] = {{165, 90}, {0, 110}};
constexpr Tone kHeart[] = {{110, 70}, {0, 90}, {98, 90}};
constexpr Tone kWon[] = {{523, 150}, {659, 150}, {784, 150}, {1047, 450}, {0, 100}, {784, 150}, {1047, 600}};
constexpr Tone kLost[] = {{784, 200}, {659, 200}, {523, 400}};
constexpr Tone kFlood[] = {{880, 140}, {784, 140}, {698, 140}, {587, 140}, {523, 140}, {440, 140}, {349, 140}, {262, 400}};
constexpr Tone kInvasion[] = {{196, 100}, {0, 60}, {196, 100}, {0, 60}, {196, 100}, {0, 60}, {147, 500}};
constexpr Tone kEnded[] = {{523, 200}, {0, 100}, {523, 400}};

/** Offerings that are heard one by one at most. */
constexpr uint32_t kMostBeats = 4;
/** Beats of the heart that are heard, and the ms between two: without a disc, less for each disc, and at least. */
constexpr uint32_t kHeartBeats = 3, kHeartPause = 900, kPerDisc = 40, kLeastPause = 150;

/** The rhythm of each reason (docs/temple-protocol.md, section 5): `.` is short, `-` long. */
constexpr struct {
  const char* reason;
  const char* rhythm;
} kRhythms[] = {{"late", "-"},
                {"just-late", "-"},
                {"unknown-turn", ".-."},
                {"not-your-decision", ".."},
                {"wrong-phase", "--"},
                {"no-skulls", "..."},
                {"already-traded", "-."},
                {"match-over", "---"},
                {"match-paused", "-.-"},
                {"implausible", "...."},
                {"bounce", ".-"},
                {"unpaired", "-.."},
                {"pairing", "..-"},
                {"earlier", ".--"}};

const char* rhythmOf(const char* reason) {
  for (const auto& each : kRhythms) {
    if (sameText(each.reason, reason)) return each.rhythm;
  }
  return "";
}

template <size_t N>
void add(Tune& tune, const Tone (&tones)[N]) {
  for (Tone tone : tones) tune.tones[tune.count++] = tone;
}

/** The beginning of a sound; a flood is Tlaloc's, an invasion Huitzilopochtli's. */
Tune begin(Sound sound, BySlot<bool> lamps = {}) {
  Tune tune = {sound, 0, {}, lamps};
  switch (sound) {
    case Sound::accepted: add(tune, kAccepted); break;
    case Sound::refused: add(tune, kRefused); break;
    case Sound::debt: add(tune, kDebt); break;
    case Sound::won: add(tune, kWon); break;
    case Sound::lost: add(tune, kLost); break;
    case Sound::flood: add(tune, kFlood); break;
    case Sound::invasion: add(tune, kInvasion); break;
    case Sound::ended: add(tune, kEnded); break;
    case Sound::offering:
    case Sound::heartbeat: break;
  }
  return tune;
}

}  // namespace

Tune tuneOf(Sound sound, const char* reason) {
  Tune tune = begin(sound, {sound == Sound::won || sound == Sound::invasion, sound == Sound::won || sound == Sound::flood});
  if (sound != Sound::refused) return tune;
  const char* rhythm = rhythmOf(reason);
  for (const char* mark = rhythm; *mark != '\0'; ++mark) {
    add(tune, {mark == rhythm ? kBeforeRhythm : kBefore, *mark == '.' ? kShort : kLong});
  }
  return tune;
}

Tune offeringsOf(Slot slot, uint32_t offerings) {
  Tune tune = begin(Sound::offering, {slot == Slot::h, slot == Slot::t});
  for (uint32_t i = 0; i < std::min(offerings, kMostBeats); ++i) add(tune, kBeat);
  return tune;
}

Tune heartbeatOf(uint32_t discs) {
  uint32_t shorter = std::min(kPerDisc * discs, kHeartPause - kLeastPause);
  Tone pause = {0, static_cast<uint16_t>(kHeartPause - shorter)};
  Tune tune = begin(Sound::heartbeat, {true, true});
  for (uint32_t i = 0; i < kHeartBeats; ++i) {
    add(tune, kHeart);
    add(tune, {pause});
  }
  return tune;
}

Tune tuneOfEnd(const char* end) {
  for (Sound sound : {Sound::won, Sound::lost, Sound::flood, Sound::invasion}) {
    if (sameText(end, kSoundNames[static_cast<uint8_t>(sound)])) return tuneOf(sound);
  }
  return tuneOf(Sound::ended);
}

}  // namespace templo
