// Checks what a temple asks for and says while it tests itself, with a broker, a clock and hands of its own.

#include <string>
#include <vector>

#include "check.hpp"
#include "self_test.hpp"

using namespace templo;

namespace {

/** A broker that answers each connection alike. */
class FakeBroker : public Broker {
 public:
  void connect(const Login&, const Will& will) override {
    isAsked_ = true;
    hasWill = will.topic != nullptr;
  }
  bool subscribe(const char* const*, size_t) override { return published = true; }
  bool publish(const char*, const char*, bool) override { return published = true; }
  void disconnect() override { isLeft = true; }
  void poll(BrokerListener& listener) override {
    if (!isAsked_) return;
    isAsked_ = false;
    if (accepts) listener.onConnected();
    else listener.onRefused(refusal);
  }

  bool accepts = true;
  Refusal refusal = Refusal::login;
  bool hasWill = false;
  bool published = false;
  bool isLeft = false;

 private:
  bool isAsked_ = false;
};

class FakeBoard : public Board {
 public:
  void show(const Picture&) override {}
  void play(const Tune& tune) override { sounds.push_back(tune.sound); }
  void restart() override {}
  void lookForUpdate() override {}
  uint32_t random() override { return 7; }

  std::vector<Sound> sounds;
};

/** A temple that tests itself, and hands that do what it asks for. */
struct Bench {
  FakeBroker broker;
  FakeBoard board;
  Millis now = 0;
  SelfTest test;

  explicit Bench(const char* id = "sun-temple", const char* wifi = "Casa", const BySlot<bool>& dark = {})
      : test({{id, "secret"}, {}, wifi, "play.example"}, broker, board) {
    test.begin(dark, now);
  }

  void pass(Millis ms) {
    for (Millis until = now + ms; now < until;) test.loop(now += 100);
  }
  void confirm() { test.onConfirm(now); }
  void pair() { test.onPair(now); }
  void drop(Slot slot) {
    test.onBeam(slot, true, now += 500);
    test.onBeam(slot, false, now += 8);
  }

  /** Returns the lines on the screen, joined. */
  std::string lines() {
    std::string joined;
    for (const auto& line : test.picture().lines) {
      if (line[0] != '\0') joined += (joined.empty() ? "" : " | ") + std::string(line);
    }
    return joined;
  }
  void reads(const char* expected, const char* when) { expectEqual(lines(), expected, when); }
};

void checkGood() {
  Bench bench;
  bench.reads("Self-test 1 of 9 | Press pair | no pair: confirm", "first the screen");
  bench.pair();
  bench.reads("Self-test 2 of 9 | Drop a bead into | Huitzilopochtli | not seen: confirm", "for slot h the screen");
  bench.drop(Slot::h);
  bench.reads("Self-test 3 of 9 | Drop a bead into | Tlaloc | not seen: confirm", "for slot t the screen");
  bench.drop(Slot::t);
  bench.reads("Self-test 4 of 9 | Is the lamp lit of | Huitzilopochtli? | confirm: y, pair: n", "for lamp h the screen");
  expect(bench.test.picture().lit.h && !bench.test.picture().lit.t, "lamp h alone is lit");
  bench.confirm();
  expect(!bench.test.picture().lit.h && bench.test.picture().lit.t, "lamp t alone is lit");
  bench.confirm();
  bench.reads("Self-test 6 of 9 | Is the red lamp lit? | confirm: y, pair: n", "for the red lamp the screen");
  expect(bench.test.picture().takeOut.h > 0 && !bench.test.picture().lit.t, "the red lamp alone is lit");
  bench.confirm();
  bench.reads("Self-test 7 of 9 | Did you hear a long | low tone? | confirm: y, pair: n", "for the buzzer the screen");
  expect(bench.board.sounds.back() == Sound::debt, "the buzzer sounds long and low");
  bench.confirm();
  bench.reads("Self-test 8 of 9 | Joining the Wi-Fi | Casa", "for the Wi-Fi the screen");
  bench.pass(5000);
  bench.test.onLink(Link::noTime);
  bench.pass(5000);
  bench.reads("Self-test 8 of 9 | Joining the Wi-Fi | Casa", "until the clock is set the screen");
  bench.test.onLink(Link::ready);
  bench.test.loop(bench.now);
  bench.reads("All is well | Press confirm | to play", "at the end the screen");
  expect(!bench.broker.hasWill && !bench.broker.published, "nothing is told of a temple that tests itself");
  expect(bench.broker.isLeft, "it leaves the broker");
  expect(!bench.test.isOver(), "its last line stays");
  bench.confirm();
  expect(bench.test.isOver(), "confirm ends it");
}

void checkBad() {
  Bench bench;
  bench.confirm();
  bench.drop(Slot::t);
  bench.confirm();
  for (int i = 0; i < 4; ++i) bench.pair();
  expect(bench.board.sounds.back() == Sound::refused, "a fault sounds as a refusal");
  bench.pass(29900);
  bench.reads("Self-test 8 of 9 | Joining the Wi-Fi | Casa", "for 30 s the screen");
  bench.pass(200);
  bench.reads("9 to repair: | Pair: not pressed | Bead H counted as T | T: no bead was seen", "with all faults the screen");
  bench.confirm();
  bench.reads("9 to repair: | Lamp H stays dark | Lamp T stays dark | Red lamp stays dark", "then the screen");
  bench.confirm();
  bench.reads("9 to repair: | No sound | Wi-Fi: not found | Broker: no network", "last the screen");
  expect(!bench.test.isOver(), "its last lines stay");
  bench.confirm();
  expect(bench.test.isOver(), "confirm ends it");
}

/** Does what is asked for until the network's turn. */
void pressOn(Bench& bench) {
  bench.pair();
  bench.drop(Slot::h);
  bench.drop(Slot::t);
  for (int i = 0; i < 4; ++i) bench.confirm();
}

void checkNetwork() {
  const std::pair<Refusal, const char*> refusals[] = {{Refusal::unreachable, "1 to repair: | No broker answers"},
                                                      {Refusal::untrusted, "1 to repair: | Wrong CA certificate"},
                                                      {Refusal::login, "1 to repair: | Name/secret is wrong"},
                                                      {Refusal::other, "1 to repair: | The broker refuses"}};
  for (auto [why, expected] : refusals) {
    Bench bench;
    bench.broker.accepts = false;
    bench.broker.refusal = why;
    bench.test.onLink(Link::ready);
    pressOn(bench);
    bench.pass(200);
    bench.reads(expected, "with a broker that refuses the screen");
  }
  Bench refused;
  refused.test.onLink(Link::wrongPassword);
  pressOn(refused);
  refused.pass(100);
  refused.reads("2 to repair: | Wi-Fi: bad password | Broker: no network", "with a wrong password the screen");
  Bench fresh("", "");
  pressOn(fresh);
  fresh.pass(100);
  fresh.reads("2 to repair: | Wi-Fi: not set up | Broker: not enrolled", "before it is set up the screen");
  Bench dark("sun-temple", "Casa", {true, false});
  dark.pair();
  dark.reads("Self-test 3 of 9 | Drop a bead into | Tlaloc | not seen: confirm", "with a dark beam the screen");
}

}  // namespace

int main() {
  checkGood();
  checkBad();
  checkNetwork();
  return failures == 0 ? 0 : 1;
}
