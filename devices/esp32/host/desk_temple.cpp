#include "desk_temple.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>

using templo::StoredState;
using templo::Millis;
using templo::Slot;

namespace {

/** ms of real time that the broker has for an answer. */
constexpr int64_t kAnswerTimeout = 5000;

int64_t realNow() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

std::random_device entropy;

double spread() { return std::uniform_real_distribution<>(0, 1)(entropy); }

}  // namespace

bool FileStore::load(StoredState& out) {
  if (file_.empty()) return true;
  std::ifstream in(file_);
  std::string epoch;
  if (in >> out.boots >> epoch >> out.count.h >> out.count.t) templo::copyText(out.epoch, epoch.c_str());
  return true;
}

bool FileStore::save(const StoredState& state) {
  if (file_.empty()) return true;
  std::ofstream out(file_, std::ios::trunc);
  out << state.boots << ' ' << state.epoch << ' ' << state.count.h << ' ' << state.count.t << '\n';
  return static_cast<bool>(out.flush());
}

DeskTemple::DeskTemple(const DeskOptions& options)
    : options_(options), broker_(options.host, options.port, options.spoil), store_(options.flash) {
  powerCycle({});
}

void DeskTemple::powerCycle(const templo::BySlot<bool>& dark) {
  broker_.cutPower();
  virtualNow_ = 0;
  born_ = realNow();
  restarting_ = false;
  templo::Settings settings = {{options_.id.c_str(), options_.secret.c_str()}, {"templo-desk 1", 3, nullptr}, "host",
                               options_.host.c_str()};
  temple_ = std::make_unique<templo::Temple>(settings, broker_, store_, *this, spread);
  temple_->begin(dark, now());
  run();
}

void DeskTemple::setLink(bool up) {
  broker_.setLink(up);
  run();
}

void DeskTemple::run() {
  temple_->loop(now());
  settle();
  if (restarting_) powerCycle({});
}

void DeskTemple::wait(Millis ms) {
  Millis until = now() + ms;
  while (now() < until) {
    if (options_.virtualClock) {
      virtualNow_ = std::clamp(temple_->nextDueAt(), virtualNow_ + 1, until);
    } else {
      pollfd socket = {fd(), POLLIN, 0};
      poll(&socket, 1, std::min(pollTimeout(20), static_cast<int>(until - now())));
    }
    run();
  }
}

void DeskTemple::interrupt(Slot slot, const Millis* ms, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    temple_->onBeam(slot, i % 2 == 0, now());
    wait(ms[i]);
  }
  temple_->onBeam(slot, false, now());
  run();
}

void DeskTemple::confirm() {
  temple_->onConfirm(now());
  run();
}

void DeskTemple::pair(bool held) {
  temple_->onPair(held, now());
  run();
}

void DeskTemple::sendGoodbye() { temple_->sendGoodbye("off"); }

bool DeskTemple::hears(const templo::Sound* sound) {
  std::vector<templo::Sound> heard = std::move(heard_);
  heard_.clear();
  return sound == nullptr ? !heard.empty() : std::find(heard.begin(), heard.end(), *sound) != heard.end();
}

int DeskTemple::pollTimeout(int most) const {
  if (options_.virtualClock) return most;
  Millis due = temple_->nextDueAt();
  Millis left = due > now() ? due - now() : 0;
  return static_cast<int>(std::min<Millis>(left, static_cast<Millis>(most)));
}

/** Prints to the error output: the standard output answers commands. */
void DeskTemple::show(const templo::Picture& picture) {
  fprintf(stderr, "h %s, t %s, left %u%s |", picture.lit.h ? "open" : "closed", picture.lit.t ? "open" : "closed",
          picture.left, picture.blinking ? ", blinking" : "");
  for (const auto& line : picture.lines) fprintf(stderr, " %s |", line);
  fprintf(stderr, "\n");
}

uint32_t DeskTemple::random() { return entropy(); }

Millis DeskTemple::now() const {
  return options_.virtualClock ? virtualNow_ : static_cast<Millis>(realNow() - born_);
}

void DeskTemple::settle() {
  if (!options_.virtualClock) return;
  int64_t giveUp = realNow() + kAnswerTimeout;
  while (broker_.isWaiting() && realNow() < giveUp) {
    pollfd socket = {fd(), POLLIN, 0};
    poll(&socket, 1, 20);
    temple_->loop(virtualNow_);
  }
}
