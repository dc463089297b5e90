// Checks what a temple shows while it waits, and when it connects again (N-4), with a broker and a clock of its own.
// With arguments like `refused late debt ""` it prints how these sound.

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "temple.hpp"

using namespace templo;

namespace {

/** A broker that does what it is told. */
class FakeBroker : public Broker {
 public:
  void connect(const Login&, const Will&) override { attempts += 1; }
  bool subscribe(const char* const*, size_t) override { return true; }
  bool publish(const char*, const char*, bool) override { return true; }
  void disconnect() override {}
  void poll(BrokerListener& listener) override {
    for (const auto& event : std::exchange(events, {})) event(listener);
  }

  int attempts = 0;
  std::vector<std::function<void(BrokerListener&)>> events;
};

class NoStore : public Store {
 public:
  bool load(StoredState&) override { return true; }
  bool save(const StoredState&) override { return true; }
};

class FakeBoard : public Board {
 public:
  void show(const Picture&) override {}
  void play(const Tune& tune) override { heard.push_back(tune.sound); }
  void restart() override {}
  void lookForUpdate() override {}
  uint32_t random() override { return 7; }

  std::vector<Sound> heard;
};

/** A temple at its power-up. Pauses are as long as N-4 says in the middle. */
struct Bench {
  FakeBroker broker;
  NoStore store;
  FakeBoard board;
  Millis now = 0;
  const char* language;
  Temple temple{{{"sun-temple", "secret"}, {"check", 3, language}, "Casa de la Citlali", "play.example"},
                broker,
                store,
                board,
                [] { return 0.5; }};

  explicit Bench(const char* spoken = nullptr) : language(spoken) { temple.begin({}, now); }

  void pass(Millis ms) {
    for (Millis until = now + ms; now < until;) {
      now = std::min(std::max(temple.nextDueAt(), now + 1), until);
      temple.loop(now);
    }
  }
  void report(std::function<void(BrokerListener&)> event) {
    broker.events.push_back(std::move(event));
    temple.loop(now);
  }
  void connect() {
    report([](BrokerListener& listener) { listener.onConnected(); });
  }
  void refuse(Refusal why) {
    report([why](BrokerListener& listener) { listener.onRefused(why); });
  }
  void close() {
    report([](BrokerListener& listener) { listener.onClosed(); });
  }
  void receive(const std::string& topic, const std::string& payload) {
    report([=](BrokerListener& listener) { listener.onMessage(topic.c_str(), payload.data(), payload.size(), false); });
  }
  void show(const std::string& phase, const std::string& code, const std::string& expires) {
    show(phase, code, expires, "0", R"("Enter this code","in your match:")");
  }
  void show(const std::string& phase, const std::string& code, const std::string& expires, const std::string& fixT,
            const std::string& lines) {
    receive("templo/v1/sun-temple/down/display",
            R"({"v":1,"phase":")" + phase + R"(","code":)" + code + R"(,"expires":)" + expires +
                R"(,"mark":"M.1","open":{"h":true,"t":false},"left":1,"fix":{"h":0,"t":)" + fixT +
                R"(},"epoch":null,"judged":{"h":0,"t":0},"lines":[)" + lines + "]}");
  }
  void notify(bool online) {
    receive("templo/v1/_bridge/bridge-1",
            std::string(R"({"v":1,"id":"bridge-1","start":"5be0c4d1","online":)") + (online ? "true}" : "false}"));
  }

  /** Returns the lines on the screen, joined. */
  std::string lines() {
    std::string joined;
    for (const auto& line : temple.picture().lines) {
      if (line[0] != '\0') joined += (joined.empty() ? "" : " | ") + std::string(line);
    }
    return joined;
  }
};

void checkLines() {
  Bench bench;
  auto reads = [&](const char* expected, const char* when) { expectEqual(bench.lines(), expected, when); };
  bench.temple.onLink(Link::noWifi, bench.now);
  bench.pass(5000);
  reads("No Wi-Fi: | Casa de la Citlali", "without Wi-Fi the screen");
  bench.temple.onLink(Link::wrongPassword, bench.now);
  bench.pass(5000);
  reads("Wrong password for: | Casa de la Citlali", "with a wrong Wi-Fi password the screen");
  bench.temple.onLink(Link::noTime, bench.now);
  bench.pass(5000);
  reads("Wait: no time (SNTP)", "without a clock the screen");
  expect(bench.broker.attempts == 0, "it does not connect before its network is ready");
  bench.temple.onLink(Link::ready, bench.now);
  bench.temple.loop(bench.now);
  expect(bench.broker.attempts == 1, "it connects as soon as its network is ready");
  reads("Connecting to | play.example", "during the first attempt the screen");
  bench.refuse(Refusal::unreachable);
  reads("No broker answers at | play.example", "without a broker the screen");
  bench.pass(60000);
  bench.refuse(Refusal::untrusted);
  reads("Wrong CA certificate", "at a certificate of another CA the screen");
  bench.pass(60000);
  bench.refuse(Refusal::other);
  reads("The broker refuses", "refused for another reason the screen");
  bench.pass(60000);
  bench.refuse(Refusal::login);
  reads("Name/secret is wrong", "at a wrong secret the screen");
  bench.pass(60000);
  reads("Name/secret is wrong", "during the next attempt the screen");
  bench.connect();
  reads("No bridge is online", "without a bridge the screen");
  bench.notify(true);
  reads("Wait for the bridge", "before the first display the screen");
  bench.receive("templo/v1/sun-temple/down/display", "");
  reads("No match: press pair", "after an empty display (T-3) the screen");
  bench.show("pairing", "\"4F7K\"", "300");
  reads("Enter this code | in your match:", "with a code the screen");
  bench.pass(300000);
  reads("Enter this code | in your match:", "until the code expires the screen");
  bench.pass(1);
  reads("The code has expired | Press pair", "after the code has expired the screen");
  bench.show("playing", "\"4F7K\"", "0");
  bench.pass(5000);
  reads("Enter this code | in your match:", "with an expired code in a match the screen");
  expect(bench.temple.picture().lit.h, "the lamp of an open slot is lit");
  bench.notify(false);
  reads("No bridge is online", "when the bridge has gone the screen");
  expect(!bench.temple.picture().lit.h, "lamps are closed without a bridge (J-13)");
  bench.temple.onLink(Link::noWifi, bench.now);
  bench.pass(10);
  reads("No Wi-Fi: | Casa de la Citlali", "when the Wi-Fi has gone the screen");
  bench.close();
  bench.temple.onLink(Link::ready, bench.now);
  bench.pass(1);
  reads("Connecting to | play.example", "on the way back the screen");
}

void checkPauses() {
  Bench bench;
  bench.temple.loop(bench.now);
  for (Millis seconds : {1, 2, 4, 8, 16, 32, 60, 60}) {
    int before = bench.broker.attempts;
    bench.refuse(Refusal::unreachable);
    bench.pass(seconds * 1000 - 1);
    expect(bench.broker.attempts == before, "it waits (N-4)", std::to_string(seconds) + " s");
    bench.pass(1);
    expect(bench.broker.attempts == before + 1, "it connects again (N-4)", std::to_string(seconds) + " s");
  }
  for (int cut = 1; cut <= 3; ++cut) {
    bench.connect();
    int before = bench.broker.attempts;
    bench.close();
    bench.pass(59999);
    bool isRefused = cut == 3;
    expect((bench.broker.attempts == before) == isRefused, "three cuts after a publish are a refusal (N-4)");
    expect((bench.lines() == "The broker refuses") == isRefused, "the screen says so", bench.lines());
    bench.pass(1);
    expect(bench.broker.attempts == before + 1, "it connects again, after 60 s if it was refused (N-4)");
  }
}

/**
 * Prints the tones of a sound, as devices/src/sounds.ts has them: `330,150 0,80 330,150`.
 * @param detail the reason of a refusal, the number of offerings to Tlaloc, or the discs off the board
 */
void printTune(const std::string& name, const char* detail) {
  auto known = std::find(std::begin(kSoundNames), std::end(kSoundNames), name);
  auto sound = static_cast<Sound>(known - std::begin(kSoundNames));
  auto number = static_cast<uint32_t>(strtoul(detail, nullptr, 10));
  Tune tune = sound == Sound::offering    ? offeringsOf(Slot::t, number)
              : sound == Sound::heartbeat ? heartbeatOf(number)
                                          : tuneOf(sound, detail);
  printf("%s%s ", tune.lamps.h ? "h" : "", tune.lamps.t ? "t" : "");
  for (size_t i = 0; i < tune.count; ++i) printf("%s%u,%u", i == 0 ? "" : " ", tune.tones[i].hertz, tune.tones[i].ms);
  printf("\n");
}

void checkLanguage() {
  Bench bench("es-MX");
  auto reads = [&](const char* expected, const char* when) { expectEqual(bench.lines(), expected, when); };
  bench.temple.onLink(Link::noWifi, bench.now);
  bench.pass(5000);
  reads("Sin Wi-Fi: | Casa de la Citlali", "in Spanish, without Wi-Fi, the screen");
  bench.temple.onLink(Link::ready, bench.now);
  bench.temple.loop(bench.now);
  bench.connect();
  reads("Sin puente en linea", "in Spanish, without a bridge, the screen");
  bench.notify(true);
  bench.show("playing", "null", "null", "-1", R"("Saca 1 de Tlaloc","T 0  H 1")");
  reads("Saca 1 de Tlaloc | T 0  H 1", "in Spanish, with a debt, the screen says it once: it");
}

/** What is heard of a match (J-18): offerings of others, the heart, the end; nothing of what was before. */
void checkEcho() {
  Bench bench;
  auto show = [&](const char* match, int offeringsT, const char* state, int discs, const char* end) {
    bench.board.heard.clear();
    bench.receive("templo/v1/sun-temple/down/display",
                  std::string(R"({"v":1,"phase":"playing","code":null,"expires":null,"mark":"M.1","left":1,"match":")") + match +
                      R"(","open":{"h":true,"t":true},"fix":{"h":0,"t":0},"epoch":null,"judged":{"h":0,"t":0},"lines":[],)" +
                      R"("offerings":{"h":0,"t":)" + std::to_string(offeringsT) + R"(},"apocalypse":{"state":")" + state +
                      R"(","count":0,"of":13,"ruling":null,"discs":)" + std::to_string(discs) + R"(},"end":)" + end + "}");
  };
  auto hears = [&](std::vector<Sound> expected, const char* what) { expect(bench.board.heard == expected, what); };
  auto judge = [&](const char* verdict) {
    bench.receive("templo/v1/sun-temple/down/ack",
                  std::string(R"({"v":1,"epoch":"b1b1b1b1","slot":"t","from":1,"to":1,"verdict":")") + verdict +
                      R"(","reason":"ok","fix":{"h":0,"t":0},"line":"."})");
  };
  auto drop = [&] {
    for (bool dark : {true, false}) bench.temple.onBeam(Slot::t, dark, bench.now += 100);
  };
  bench.connect();
  bench.notify(true);
  show("FW7K", 5, "none", 0, "null");
  hears({}, "the first display of a match is not echoed (J-18)");
  show("FW7K", 7, "none", 0, "null");
  hears({Sound::offering}, "offerings of others are heard (J-18)");
  drop();
  show("FW7K", 8, "none", 0, "null");
  hears({}, "its own offering is not heard twice (J-18)");
  drop();
  judge("rejected");
  show("FW7K", 9, "none", 0, "null");
  hears({Sound::offering}, "a refused bead is no offering (J-18)");
  show("FW7K", 9, "running", 1, "null");
  hears({Sound::heartbeat}, "the heart is heard when the apocalypse begins (J-18)");
  show("FW7K", 9, "running", 2, "null");
  hears({Sound::heartbeat}, "the heart is heard with each disc (J-18)");
  show("FW7K", 9, "running", 2, "null");
  hears({}, "the heart is not heard without news (J-18)");
  show("FW7K", 9, "running", 2, R"("flood")");
  hears({Sound::flood}, "the flood is heard (J-18)");
  show("FW7K", 9, "running", 2, R"("flood")");
  hears({}, "the end is heard once (J-18)");
  show("AAAA", 20, "running", 9, R"("won")");
  hears({}, "another match is not compared with the one before (J-18)");
}

/** What the command `identify` makes of the lamps: lit and dark in turns for 5 s, also where they are lit already. */
void checkIdentify() {
  Bench bench;
  bench.connect();
  bench.notify(true);
  bench.receive("templo/v1/sun-temple/down/cmd", R"({"v":1,"id":"find-me","op":"identify"})");
  for (int i = 0; i < 20; ++i) {
    const Picture& picture = bench.temple.picture();
    expect(picture.blinking && picture.flash == (i % 2 == 0), "its lamps blink while the operator looks for it");
    bench.pass(250);
  }
  expect(!bench.temple.picture().blinking, "its lamps blink for 5 s only");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    for (int i = 1; i + 1 < argc; i += 2) printTune(argv[i], argv[i + 1]);
    return 0;
  }
  checkLines();
  checkLanguage();
  checkEcho();
  checkIdentify();
  checkPauses();
  return failures == 0 ? 0 : 1;
}
