/**
 * Installs the service worker that shows the offline page (web/public/service-worker.js). Browsers have none where the page
 * comes by plain HTTP from another machine; then the browser's own error page is shown.
 */
export function installOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/service-worker.js").catch(() => {}); // private windows may forbid it
}
