// The content of flash (NVS): the set-up, and the counters.
#pragma once

#include "setup.hpp"
#include "temple.hpp"

namespace settings {

/** Prepares the storage. Whatever a storage of another layout held is lost. */
void begin();

templo::Setup load();
/** Returns whether all of it was stored. */
bool save(const templo::Setup& setup);

}  // namespace settings

/** NVS spreads writes over its sectors, so that one write per bead does not wear it out. */
class NvsStore : public templo::Store {
 public:
  bool load(templo::StoredState& out) override;
  bool save(const templo::StoredState& state) override;
};
