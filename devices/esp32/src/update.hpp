// Updates over the network: signed images that the host of the game serves (`updates` of the set-up).
#pragma once

#include "setup.hpp"

namespace update {

/** Begins to ask for `<updates>templo-<chip>.bin` a minute after power-up and once a day. @param setup kept alive */
void begin(const templo::Setup& setup);
/** Asks now. Without an address of updates it does nothing. */
void look();
/** Whether a newer image is installed that runs after a restart. */
bool isInstalled();
/** Keeps the image that runs, since it has reached the broker. One that does not is replaced by the one before. */
void confirm();

}  // namespace update
