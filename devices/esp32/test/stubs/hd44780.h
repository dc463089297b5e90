// Stub of esp-idf-lib/hd44780 1.2.7.
#pragma once
#include <cstdint>
#include "esp_err.h"
typedef enum { HD44780_FONT_5X8, HD44780_FONT_5X10 } hd44780_font_t;
typedef struct hd44780 hd44780_t;
typedef esp_err_t (*hd44780_write_cb_t)(const hd44780_t* lcd, uint8_t data);
struct hd44780 {
  hd44780_write_cb_t write_cb;
  struct {
    uint8_t rs, e, d4, d5, d6, d7, bl;
  } pins;
  hd44780_font_t font;
  uint8_t lines;
  bool backlight;
};
extern "C" {
esp_err_t hd44780_init(const hd44780_t* lcd);
esp_err_t hd44780_gotoxy(const hd44780_t* lcd, uint8_t column, uint8_t line);
esp_err_t hd44780_puts(const hd44780_t* lcd, const char* text);
}
