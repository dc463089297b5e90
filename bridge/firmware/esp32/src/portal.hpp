// The temple's own Wi-Fi, where it is told which network and broker to use (P-1).
#pragma once

#include "settings.hpp"

/**
 * Opens the portal for 5 minutes: a network `templo-<chip>` with a password of its own, that the screen shows, and one
 * page at http://192.168.4.1. A kept secret is never shown again; a field left empty keeps what was there. Restarts the
 * temple at the end.
 * @param tell shows two lines of at most 20 characters
 */
[[noreturn]] void runPortal(Wishes wishes, void (*tell)(const char* first, const char* second));
