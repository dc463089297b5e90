#include "screen.hpp"

#include <driver/i2c_master.h>
#include <esp_log.h>
#include <freertos/FreeRTOS.h>
#include <freertos/queue.h>
#include <freertos/task.h>
#include <hd44780.h>

#include <cstring>

#include "pins.hpp"

namespace {

constexpr char kTag[] = "screen";
constexpr uint8_t kAddress = 0x27;
constexpr uint32_t kClock = 100000;
constexpr int kTimeout = 100;
constexpr size_t kColumns = templo::kLineSize - 1;

QueueHandle_t newest = nullptr;
i2c_master_dev_handle_t device = nullptr;

esp_err_t writeByte(const hd44780_t*, uint8_t byte) { return i2c_master_transmit(device, &byte, 1, kTimeout); }

esp_err_t openBus() {
  i2c_master_bus_config_t config = {};
  config.i2c_port = -1;
  config.sda_io_num = static_cast<gpio_num_t>(pins::kSda);
  config.scl_io_num = static_cast<gpio_num_t>(pins::kScl);
  config.clk_source = I2C_CLK_SRC_DEFAULT;
  config.glitch_ignore_cnt = 7;
  config.flags.enable_internal_pullup = 1;
  i2c_master_bus_handle_t bus = nullptr;
  esp_err_t result = i2c_new_master_bus(&config, &bus);
  if (result != ESP_OK) return result;
  i2c_device_config_t screen = {};
  screen.dev_addr_length = I2C_ADDR_BIT_LEN_7;
  screen.device_address = kAddress;
  screen.scl_speed_hz = kClock;
  return i2c_master_bus_add_device(bus, &screen, &device);
}

/** Writes the lines that differ from those on the screen. */
void write(const hd44780_t& lcd, const screen::Lines& lines, screen::Lines& shown) {
  for (uint8_t row = 0; row < templo::kLines; ++row) {
    if (templo::sameText(lines.text[row], shown.text[row])) continue;
    char padded[templo::kLineSize];
    memset(padded, ' ', kColumns);
    padded[kColumns] = '\0';
    memcpy(padded, lines.text[row], strnlen(lines.text[row], kColumns));
    hd44780_gotoxy(&lcd, 0, row);
    hd44780_puts(&lcd, padded);
    templo::copyText(shown.text[row], lines.text[row]);
  }
}

void run(void*) {
  hd44780_t lcd = {};
  lcd.write_cb = writeByte;
  lcd.pins = {.rs = 0, .e = 2, .d4 = 4, .d5 = 5, .d6 = 6, .d7 = 7, .bl = 3};
  lcd.font = HD44780_FONT_5X8;
  lcd.lines = templo::kLines;
  lcd.backlight = true;
  esp_err_t result = openBus();
  if (result == ESP_OK) result = hd44780_init(&lcd);
  if (result != ESP_OK) ESP_LOGE(kTag, "no screen at address 0x%02x: %s", kAddress, esp_err_to_name(result));
  screen::Lines lines, shown = {};
  for (;;) {
    if (xQueueReceive(newest, &lines, portMAX_DELAY) == pdTRUE && result == ESP_OK) write(lcd, lines, shown);
  }
}

}  // namespace

void screen::begin() {
  newest = xQueueCreate(1, sizeof(Lines));
  xTaskCreate(run, "screen", 3072, nullptr, tskIDLE_PRIORITY + 1, nullptr);
}

/** The serial log has the lines too: a temple without a screen explains itself there. */
void screen::show(const Lines& lines) {
  ESP_LOGI(kTag, "%s | %s | %s | %s", lines.text[0], lines.text[1], lines.text[2], lines.text[3]);
  xQueueOverwrite(newest, &lines);
}

void screen::show(const char* first, const char* second, const char* third, const char* fourth) {
  Lines lines;
  const char* const texts[] = {first, second, third, fourth};
  for (size_t i = 0; i < templo::kLines; ++i) templo::copyText(lines.text[i], texts[i]);
  show(lines);
}
