// The firmware's core without its board, for tests and for a maker's desk:
//
//     desk-temple --id templo-1 --secret <secret> [--host 127.0.0.1] [--port 1883] [--flash <file>]
//                 [--virtual] [--spoil <from>=<to>]
//
// It reads one command a line, does it, and answers `ok`, or `yes` and `no`:
//
//     drop h              a bead falls            beam h 8 3 6     dark, clear, dark .. so many ms, then clear
//     confirm             the confirm button      pair | unpair    the other button, pressed or held
//     link down | up      the network             power [h | t]    off and on again, that beam dark then
//     see t 1             does it ask to take 1 from Tlaloc?
//     lit h               is the lamp lit?        reads Wait       is this a line on its screen?
//     wait 1000           ms pass

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "desk_temple.hpp"

using templo::Millis;
using templo::Slot;

namespace {

/** A bead darkens the beam for so many ms, and the next does not fall right behind it. */
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
    else if (name == "--port") out.port = value;
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

/** What a command is answered with. */
const char* obey(DeskTemple& temple, const std::string& line) {
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
  } else if (command == "see" && readSlot(words, slot)) {
    uint32_t number = 0;
    words >> number;
    return temple.picture().takeOut[slot] == number ? "yes" : "no";
  } else if (Millis ms; command == "wait" && words >> ms) {
    temple.wait(ms);
  } else {
    return "what?";
  }
  return "ok";
}

/** Reads what is there on the standard input; `false`: it is closed. */
bool obeyInput(DeskTemple& temple, std::string& rest) {
  char bytes[512];
  ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
  if (length <= 0) return false;
  rest.append(bytes, static_cast<size_t>(length));
  for (size_t end; (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1)) {
    puts(obey(temple, rest.substr(0, end)));
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
    poll(both, 2, temple.patience(1000));
    if (both[0].revents != 0 && !obeyInput(temple, rest)) break;
    temple.run();
  }
  temple.goodbye();
}
