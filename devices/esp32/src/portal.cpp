#include "portal.hpp"

#include <esp_app_desc.h>
#include <esp_http_server.h>
#include <esp_log.h>
#include <esp_mac.h>
#include <esp_random.h>
#include <esp_system.h>
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>
#include <lwip/sockets.h>

#include <atomic>
#include <cstdio>
#include <string>

#include "dns.hpp"
#include "network.hpp"
#include "panel.hpp"
#include "screen.hpp"
#include "settings.hpp"
#include "setup.hpp"

using templo::Setup;

namespace {

constexpr char kTag[] = "portal";
constexpr templo::Millis kOpenTime = 5 * 60 * 1000;
constexpr char kPage[] = "http://192.168.4.1/setup";
const uint8_t kAddress[] = {192, 168, 4, 1};
constexpr uint16_t kDnsPort = 53;
constexpr char kDone[] = "200 OK";

// The script takes the link from the address: a browser does not send what follows `#`.
constexpr char kForm[] = R"(<!doctype html><html lang=en><meta charset=utf-8>
<meta name=viewport content="width=device-width"><title>Templo Mayor</title>
<style>body{font:16px/1.5 sans-serif;max-width:30em;margin:1em auto;padding:0 1em}
label{display:block;margin:.75em 0}input:not([type=checkbox]),select,textarea{box-sizing:border-box;width:100%;font:inherit}
summary{margin:1em 0}</style><h1>Templo Mayor</h1>
<form method=post action=/setup>
<label>Wi-Fi name<input name=wifi maxlength=32 autocomplete=off></label>
<label>Wi-Fi password<input name=password type=password maxlength=64 autocomplete=off></label>
<label>Language of the screen<select name=lang><option value="">unchanged<option value=en>English
<option value=es>Espa&ntilde;ol</select></label>
<label>Lake<select name=mirror><option value="">unchanged<option value=off>this table's beads only
<option value=on>mirrors the match</select></label>
<label>Link of the enrolment (scan its QR code while you are in this network)<input name=link autocomplete=off></label>
<details><summary>Without a link</summary>
<label>Broker<input name=host autocomplete=off></label>
<label>Port (else 8883 with a CA, 1883 without)<input name=port inputmode=numeric></label>
<label>Temple id<input name=id autocomplete=off></label>
<label>Secret<input name=secret type=password autocomplete=off></label>
<label>CA certificate (PEM; two of them while you change it)<textarea name=ca rows=6></textarea></label>
<label>Address of updates (https://.../)<input name=updates autocomplete=off></label>
<label><input name=forget type=checkbox> Forget the CA that is stored</label></details>
<button>Save and restart</button></form>
<p>A field that you leave empty stays unchanged. A Wi-Fi without a password is open.</p>
<script>const link=document.forms[0].link;const fill=()=>{if(location.hash.length>1)link.value=location.hash.slice(1)};
fill();addEventListener('hashchange',fill)</script>)";

std::atomic<bool> saved{false};

/** Says what is stored, and never its value. */
std::string describe(const Setup& setup) {
  auto say = [](const char* name, bool isSet) { return std::string(name) + (isSet ? " set. " : " missing. "); };
  const char* withKey = setup.trustsPublicCas() ? "Public CAs are trusted." : "CA by its key set.";
  const char* withPin = setup.pin.empty() ? "No CA: plain MQTT." : withKey;
  const char* trust = setup.ca.empty() ? withPin : "CA certificate set.";
  return "<p>Firmware " + std::string(esp_app_get_description()->version) + ", last reset " +
         std::to_string(static_cast<int>(esp_reset_reason())) + ". " + say("Wi-Fi", setup.hasWifi()) +
         say("Enrolment", setup.isEnrolled()) + trust + "</p>";
}

esp_err_t sendForm(httpd_req_t* request) {
  httpd_resp_set_type(request, "text/html; charset=utf-8");
  httpd_resp_set_hdr(request, "Cache-Control", "no-store");
  std::string page = kForm + describe(settings::load());
  return httpd_resp_send(request, page.data(), static_cast<ssize_t>(page.size()));
}

esp_err_t sendText(httpd_req_t* request, const char* status, const std::string& text) {
  httpd_resp_set_status(request, status);
  httpd_resp_set_type(request, "text/plain; charset=utf-8");
  return httpd_resp_send(request, text.data(), static_cast<ssize_t>(text.size()));
}

esp_err_t handleForm(httpd_req_t* request) {
  if (request->content_len > templo::kMostForm) {
    return sendText(request, "413 Content Too Large", "The form is too large.");
  }
  std::string body(request->content_len, '\0');
  for (size_t at = 0; at < body.size();) {
    int length = httpd_req_recv(request, &body[at], body.size() - at);
    if (length <= 0) return ESP_FAIL;
    at += static_cast<size_t>(length);
  }
  Setup changed = settings::load();
  if (const char* fault = templo::readForm(body, changed); fault != nullptr) {
    ESP_LOGW(kTag, "form refused: %s", fault);
    return sendText(request, "400 Bad Request", std::string(fault) + " Go back and correct it.");
  }
  if (!settings::save(changed)) return sendText(request, "500 Internal Server Error", "The set-up cannot be stored.");
  if (!changed.hasWifi()) return sendText(request, kDone, "Saved. Go back: the temple still needs its Wi-Fi.");
  if (!changed.isEnrolled()) return sendText(request, kDone, "Saved. Go back: the temple still needs its enrolment.");
  sendText(request, kDone, "Saved. The temple restarts; look at its screen.");
  saved = true;
  return ESP_OK;
}

/** Leads every other address to the page, so that a phone opens it by itself. */
esp_err_t redirect(httpd_req_t* request, httpd_err_code_t) {
  httpd_resp_set_status(request, "302 Found");
  httpd_resp_set_hdr(request, "Location", kPage);
  return httpd_resp_send(request, "", 0);
}

void serve() {
  httpd_handle_t server = nullptr;
  httpd_config_t config = HTTPD_DEFAULT_CONFIG();
  config.stack_size = 8192;
  config.lru_purge_enable = true;
  ESP_ERROR_CHECK(httpd_start(&server, &config));
  for (const char* address : {"/", "/setup"}) {
    httpd_uri_t page = {};
    page.uri = address;
    page.method = HTTP_GET;
    page.handler = sendForm;
    httpd_register_uri_handler(server, &page);
  }
  httpd_uri_t form = {};
  form.uri = "/setup";
  form.method = HTTP_POST;
  form.handler = handleForm;
  httpd_register_uri_handler(server, &form);
  httpd_register_err_handler(server, HTTPD_404_NOT_FOUND, redirect);
}

/** Returns the socket of the name server; below 0: there is none. */
int openDns() {
  int name = socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(kDnsPort);
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  if (name >= 0 && bind(name, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return name;
  ESP_LOGE(kTag, "no name server: open %s by hand", kPage);
  return -1;
}

void answerNames(int socket) {
  uint8_t query[templo::kMostDns], answer[templo::kMostDns];
  sockaddr_in from = {};
  socklen_t size = sizeof from;
  for (;;) {
    auto* asker = reinterpret_cast<sockaddr*>(&from);
    auto length = recvfrom(socket, query, sizeof query, MSG_DONTWAIT, asker, &size);
    if (length <= 0) return;
    size_t answered = templo::answerDns(query, static_cast<size_t>(length), kAddress, answer);
    if (answered > 0) sendto(socket, answer, answered, 0, asker, size);
  }
}

}  // namespace

[[noreturn]] void runPortal(const std::function<bool()>& whileOpen) {
  uint8_t mac[6] = {};
  esp_read_mac(mac, ESP_MAC_WIFI_SOFTAP);
  std::string name = templo::accessPointName(mac);
  char password[9];
  snprintf(password, sizeof password, "%08lu", static_cast<unsigned long>(esp_random() % 100000000));
  network::open(name, password);
  serve();
  int names = openDns();
  screen::show("Join this Wi-Fi:", name.c_str(), password, "then scan the code");
  bool isDone = false;
  for (auto since = panel::now(); !isDone && panel::now() - since < kOpenTime;) {
    if (names >= 0) answerNames(names);
    isDone = saved || whileOpen();
    vTaskDelay(pdMS_TO_TICKS(10));
  }
  ESP_LOGI(kTag, "%s, restarting", isDone ? "set up" : "closed after five minutes");
  screen::show(isDone ? "Saved" : "The portal closes", "Restarting");
  vTaskDelay(pdMS_TO_TICKS(1500));
  esp_restart();
}
