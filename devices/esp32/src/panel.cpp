#include "panel.hpp"

#include <atomic>

#include <driver/gpio.h>
#include <driver/ledc.h>
#include <esp_attr.h>
#include <esp_intr_alloc.h>
#include <esp_timer.h>
#include <freertos/FreeRTOS.h>
#include <freertos/queue.h>
#include <freertos/task.h>

#include "pins.hpp"

using templo::Millis;
using templo::Slot;

namespace {

constexpr UBaseType_t kEdges = 64;
constexpr UBaseType_t kSounds = 8;
constexpr Millis kBounce = 30;
constexpr Millis kHeld = 3000;
constexpr ledc_timer_t kTimer = LEDC_TIMER_0;
constexpr ledc_channel_t kChannel = LEDC_CHANNEL_0;
constexpr uint32_t kHalfDuty = 512;

QueueHandle_t edges = nullptr;
QueueHandle_t sounds = nullptr;
/** A lamp: whether the picture has it lit, and whether it blinks with the sound that is playing. Two tasks use it. */
struct Lamp {
  const int pin;
  std::atomic<bool> lit{false};
  std::atomic<bool> blinks{false};
};
Lamp lampH{pins::kLampH}, lampT{pins::kLampT};
/** Whether a tone is heard. */
std::atomic<bool> sounding{false};

constexpr gpio_num_t pinOf(int pin) { return static_cast<gpio_num_t>(pin); }
constexpr uint64_t bitOf(int pin) { return uint64_t{1} << pin; }

gpio_num_t beamOf(Slot slot) { return pinOf(slot == Slot::h ? pins::kBeamH : pins::kBeamT); }

bool isLow(gpio_num_t pin) { return gpio_get_level(pin) == 0; }

/** An edge as its interrupt notes it. */
struct RawEdge {
  bool isT;
  bool isLow;
  int64_t microseconds;
};

/**
 * Runs from RAM, as does all that it calls (sdkconfig.defaults): while flash is written, which each bead causes,
 * nothing else runs, and the next bead must be seen nevertheless.
 */
void IRAM_ATTR noteEdge(void* arg) {
  constexpr gpio_num_t kPinH = static_cast<gpio_num_t>(pins::kBeamH);
  constexpr gpio_num_t kPinT = static_cast<gpio_num_t>(pins::kBeamT);
  bool isT = arg != nullptr;
  RawEdge edge = {isT, gpio_get_level(isT ? kPinT : kPinH) == 0, esp_timer_get_time()};
  xQueueSendFromISR(edges, &edge, nullptr);
}

/** A button: pressed, or held for 3 s. */
class Button {
 public:
  explicit Button(int pin) : pin_(pinOf(pin)) {}

  panel::Press read() {
    bool down = isLow(pin_);
    Millis now = panel::now();
    if (down == down_ || now - since_ < kBounce) return panel::Press::none;
    Millis duration = now - since_;
    down_ = down;
    since_ = now;
    if (down) return panel::Press::none;
    return duration >= kHeld ? panel::Press::held : panel::Press::shortly;
  }

 private:
  const gpio_num_t pin_;
  bool down_ = false;
  Millis since_ = 0;
};

Button confirmButton(pins::kConfirm);
Button pairButton(pins::kPair);

/** Plays a tone for so many ms; 0 Hz: silence. */
void playTone(uint32_t hertz, uint32_t ms) {
  if (hertz > 0) ledc_set_freq(LEDC_LOW_SPEED_MODE, kTimer, hertz);
  ledc_set_duty(LEDC_LOW_SPEED_MODE, kChannel, hertz > 0 ? kHalfDuty : 0);
  ledc_update_duty(LEDC_LOW_SPEED_MODE, kChannel);
  vTaskDelay(pdMS_TO_TICKS(ms));
}

/** Switches both lamps: one that blinks is lit while a tone is heard, the other as the picture says. */
void switchLamps() {
  for (Lamp* lamp : {&lampH, &lampT}) {
    gpio_set_level(pinOf(lamp->pin), (lamp->blinks ? sounding : lamp->lit) ? 1 : 0);
  }
}

/** Makes the lamps of a sound blink. */
void blink(const templo::BySlot<bool>& lamps, bool isHeard) {
  lampH.blinks = lamps.h;
  lampT.blinks = lamps.t;
  sounding = isHeard;
  switchLamps();
}

void playSounds(void*) {
  templo::Tune tune;
  for (;;) {
    if (xQueueReceive(sounds, &tune, portMAX_DELAY) != pdTRUE) continue;
    for (size_t i = 0; i < tune.count; ++i) {
      blink(tune.lamps, tune.tones[i].hertz > 0);
      playTone(tune.tones[i].hertz, tune.tones[i].ms);
    }
    blink({}, false);
    playTone(0, 150);
  }
}

void beginBuzzer() {
  ledc_timer_config_t timer = {};
  timer.speed_mode = LEDC_LOW_SPEED_MODE;
  timer.duty_resolution = LEDC_TIMER_10_BIT;
  timer.timer_num = kTimer;
  timer.freq_hz = 1760;
  timer.clk_cfg = LEDC_AUTO_CLK;
  ledc_timer_config(&timer);
  ledc_channel_config_t channel = {};
  channel.gpio_num = pins::kBuzzer;
  channel.speed_mode = LEDC_LOW_SPEED_MODE;
  channel.channel = kChannel;
  channel.timer_sel = kTimer;
  ledc_channel_config(&channel);
  xTaskCreate(playSounds, "sounds", 2048, nullptr, tskIDLE_PRIORITY + 2, nullptr);
}

void beginPins(uint64_t bits, gpio_mode_t mode, gpio_int_type_t interrupts) {
  gpio_config_t config = {};
  config.pin_bit_mask = bits;
  config.mode = mode;
  config.pull_up_en = mode == GPIO_MODE_INPUT ? GPIO_PULLUP_ENABLE : GPIO_PULLUP_DISABLE;
  config.pull_down_en = GPIO_PULLDOWN_DISABLE;
  config.intr_type = interrupts;
  gpio_config(&config);
}

}  // namespace

Millis panel::now() { return static_cast<Millis>(esp_timer_get_time() / 1000); }

void panel::begin() {
  edges = xQueueCreate(kEdges, sizeof(RawEdge));
  sounds = xQueueCreate(kSounds, sizeof(templo::Tune));
  beginPins(bitOf(pins::kBeamH) | bitOf(pins::kBeamT), GPIO_MODE_INPUT, GPIO_INTR_ANYEDGE);
  beginPins(bitOf(pins::kConfirm) | bitOf(pins::kPair), GPIO_MODE_INPUT, GPIO_INTR_DISABLE);
  beginPins(bitOf(pins::kLampH) | bitOf(pins::kLampT) | bitOf(pins::kRed), GPIO_MODE_OUTPUT, GPIO_INTR_DISABLE);
  beginBuzzer();
}

void panel::watchBeams() {
  gpio_install_isr_service(ESP_INTR_FLAG_IRAM);
  gpio_isr_handler_add(pinOf(pins::kBeamH), noteEdge, nullptr);
  gpio_isr_handler_add(pinOf(pins::kBeamT), noteEdge, &edges);
}

bool panel::takeEdge(Edge& out) {
  RawEdge edge;
  if (xQueueReceive(edges, &edge, 0) != pdTRUE) return false;
  out = {edge.isT ? Slot::t : Slot::h, edge.isLow, static_cast<Millis>(edge.microseconds / 1000)};
  return true;
}

bool panel::isDark(Slot slot) { return isLow(beamOf(slot)); }

bool panel::isPairDown() { return isLow(pinOf(pins::kPair)); }

bool panel::isConfirmDown() { return isLow(pinOf(pins::kConfirm)); }

panel::Press panel::readConfirm() { return confirmButton.read(); }

panel::Press panel::readPair() { return pairButton.read(); }

void panel::light(const templo::Picture& picture) {
  lampH.lit = picture.blinking ? picture.flash : picture.lit.h;
  lampT.lit = picture.blinking ? picture.flash : picture.lit.t;
  switchLamps();
  gpio_set_level(pinOf(pins::kRed), picture.takeOut.h > 0 || picture.takeOut.t > 0 ? 1 : 0);
}

void panel::play(const templo::Tune& tune) { xQueueSend(sounds, &tune, 0); }
