// The temple's own Wi-Fi network with a page for its set-up (P-1).
#pragma once

#include <functional>

/**
 * Opens the portal for 5 minutes: a network `templo-<chip>` with a new password, both on the screen, where every
 * address leads to one page. Stored values are never shown. Restarts the temple at the end.
 * @param whileOpen called continually; returns whether the set-up was stored by other means, which ends it too
 */
[[noreturn]] void runPortal(const std::function<bool()>& whileOpen);
