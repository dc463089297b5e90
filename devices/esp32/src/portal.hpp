// The temple's own Wi-Fi network with a page to set its network and broker (P-1).
#pragma once

#include "settings.hpp"

/**
 * Opens the portal for 5 minutes: a network `templo-<chip>` with a random password, both shown on the screen, and one
 * page at http://192.168.4.1. Stored values are never shown; a field left empty stays unchanged. Restarts the temple at
 * the end.
 * @param showLines shows two lines of at most 20 characters
 */
[[noreturn]] void runPortal(BoardSettings settings, void (*showLines)(const char* first, const char* second));
