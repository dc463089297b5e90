// The firmware's core without its board, for tests and for trying it out:
//
//     desk-temple --id templo-1 --secret <secret> [--host 127.0.0.1] [--port 1883] [--flash <file>]
//                 [--virtual] [--spoil <from>=<to>]
//
// It reads one command per line, carries it out, and answers `ok`, `yes` or `no`:
//
//     drop h              a bead falls            beam h 8 3 6     dark, clear, dark .. for these ms, then clear
//     confirm             the confirm button      pair | unpair    the other button, pressed or held
//     link down | up      the network             power [h | t]    off and on again, that beam dark then
//     see t 1             does it ask to take 1 from Tlaloc?
//     lit h               is the lamp lit?        reads Wait       is this line on its screen?
//     hears [refused]     did it sound (accepted, refused, debt, offering ...) since the last time this was asked?
//     updates             did it look for a newer firmware since the last time this was asked?
//     wait 1000           ms pass

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "desk_temple.hpp"

using templo::Millis;
using templo::Slot;

namespace {

/** ms for which a bead darkens the beam, and ms until the next one may fall. */
const Millis kBead[] = {8, 100};

bool readOptions(int argc, char** argv, DeskOptions& out) {
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--virtual") {
      out.virtualClock = true;
      continue;
    }
    if (++i == argc) return false;
    std::string value = argv[i];
    if (name == "--id") out.id = value;
    else if (name == "--secret") out.secret = value;
    else if (name == "--host") out.host = value;
    else if (name == "--port") out.port = atoi(value.c_str());
    else if (name == "--flash") out.flash = value;
    else if (name == "--spoil") {
      size_t middle = value.size() / 2;
      if (value.size() % 2 == 0 || value[middle] != '=') return false;
      out.spoil = {value.substr(0, middle), value.substr(middle + 1)};
    } else {
      return false;
    }
  }
  return !out.id.empty();
}

bool readSlot(std::istringstream& words, Slot& out) {
  std::string name;
  if (!(words >> name) || (name != "h" && name != "t")) return false;
  out = name == "h" ? Slot::h : Slot::t;
  return true;
}

bool reads(const templo::Picture& picture, const std::string& text) {
  return std::any_of(std::begin(picture.lines), std::end(picture.lines),
                     [&](const char* line) { return text == line; });
}

/** Carries out a command and returns the answer. */
const char* execute(DeskTemple& temple, const std::string& line) {
  std::istringstream words(line);
  std::string command, way;
  Slot slot;
  words >> command;
  if (command == "drop" && readSlot(words, slot)) {
    temple.interrupt(slot, kBead, 2);
  } else if (command == "beam" && readSlot(words, slot)) {
    std::vector<Millis> ms;
    for (Millis each; words >> each;) ms.push_back(each);
    temple.interrupt(slot, ms.data(), ms.size());
  } else if (command == "confirm") {
    temple.confirm();
  } else if (command == "pair" || command == "unpair") {
    temple.pair(command == "unpair");
  } else if (command == "link" && words >> way) {
    temple.setLink(way == "up");
  } else if (command == "power") {
    bool dark = readSlot(words, slot);
    temple.powerCycle({dark && slot == Slot::h, dark && slot == Slot::t});
  } else if (command == "lit" && readSlot(words, slot)) {
    return temple.picture().lit[slot] ? "yes" : "no";
  } else if (command == "reads") {
    return reads(temple.picture(), line.substr(line.find(' ') + 1)) ? "yes" : "no";
  } else if (command == "hears") {
    words >> way;
    auto name = std::find(std::begin(templo::kSoundNames), std::end(templo::kSoundNames), way);
    auto sound = static_cast<templo::Sound>(name - std::begin(templo::kSoundNames));
    return temple.hears(name == std::end(templo::kSoundNames) ? nullptr : &sound) ? "yes" : "no";
  } else if (command == "updates") {
    return temple.lookedForUpdate() ? "yes" : "no";
  } else if (command == "see" && readSlot(words, slot)) {
    uint32_t number = 0;
    words >> number;
    return temple.picture().takeOut[slot] == number ? "yes" : "no";
  } else if (Millis ms; command == "wait" && words >> ms) {
    temple.wait(ms);
  } else {
    return "unknown command";
  }
  return "ok";
}

/** Handles what has arrived on the standard input; returns `false` if it is closed. */
bool handleInput(DeskTemple& temple, std::string& rest) {
  char bytes[512];
  ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
  if (length <= 0) return false;
  rest.append(bytes, static_cast<size_t>(length));
  for (size_t end; (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1)) {
    puts(execute(temple, rest.substr(0, end)));
    fflush(stdout);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  DeskOptions options;
  if (!readOptions(argc, argv, options)) {
    fputs("usage: desk-temple --id <temple> --secret <secret> [--host --port --flash --virtual --spoil]\n", stderr);
    return 2;
  }
  DeskTemple temple(options);
  std::string rest;
  for (;;) {
    pollfd both[] = {{STDIN_FILENO, POLLIN, 0}, {temple.fd(), POLLIN, 0}};
    poll(both, 2, temple.pollTimeout(1000));
    if (both[0].revents != 0 && !handleInput(temple, rest)) break;
    temple.run();
  }
  temple.sendGoodbye();
}
