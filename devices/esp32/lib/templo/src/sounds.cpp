#include "sounds.hpp"

#include "types.hpp"

namespace templo {

namespace {

constexpr Tone kAccepted = {1760, 150};
constexpr Tone kRefused = {330, 150};
constexpr Tone kDebt = {220, 600};
constexpr Tone kShort = {660, 80};
constexpr Tone kLong = {660, 240};
constexpr Tone kBefore = {0, 80};
constexpr Tone kBeforeRhythm = {0, 160};

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

}  // namespace

Tune tuneOf(Sound sound, const char* reason) {
  Tune tune = {sound, 0, {}};
  auto add = [&tune](Tone tone) { tune.tones[tune.count++] = tone; };
  switch (sound) {
    case Sound::accepted:
      add(kAccepted);
      break;
    case Sound::refused: {
      add(kRefused);
      add(kBefore);
      add(kRefused);
      const char* rhythm = rhythmOf(reason);
      for (const char* mark = rhythm; *mark != '\0'; ++mark) {
        add(mark == rhythm ? kBeforeRhythm : kBefore);
        add(*mark == '.' ? kShort : kLong);
      }
      break;
    }
    case Sound::debt:
      add(kDebt);
      break;
  }
  return tune;
}

}  // namespace templo
