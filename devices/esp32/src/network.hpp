// Wi-Fi: the network that the temple joins, and the one that it opens for its set-up.
#pragma once

#include <string>
#include <vector>

#include "temple.hpp"

namespace network {

struct Found {
  std::string name;
  int rssi;
  bool isOpen;
};

/** Switches the radio on. Random numbers are unpredictable from here on. */
void begin();
/** Joins a network, and joins it again whenever it is lost. */
void join(const std::string& wifi, const std::string& password);
/** Waits until the network is joined, at most so many ms. */
bool waitUntilJoined(uint32_t ms);
/** Opens a network of its own beside. The temple's address in it is 192.168.4.1. */
void open(const std::string& wifi, const std::string& password);
/** Returns how far the network has come. @param needsTime whether certificates will be checked */
templo::Link link(bool needsTime);
/** Looks for networks; takes 3 s. */
std::vector<Found> scan();

}  // namespace network
