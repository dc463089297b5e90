/**
 * Shows the offline page when a page cannot be loaded, and notices that the server sends by Web Push (server/src/notices). Nothing else is
 * stored: the app and the API always come from the server.
 * VERSION is the hash of the stored files; web/test/offline.test.ts says which it has to be.
 */
const VERSION = "8710c30c";
const CACHE = `offline-${VERSION}`;
const OFFLINE = "/offline.html";
const FILES = [OFFLINE, "/offline.css", "/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(store());
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOthers(), self.registration.navigationPreload?.enable()]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(loadPage(event));
  else if (request.method === "GET" && isStored(request.url)) event.respondWith(loadFile(request));
});

addEventListener("push", (event) => {
  event.waitUntil(showNotice(event.data.json()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

/** Browsers require that every message shows a notification. A later one of the same match takes the place of an earlier one. */
async function showNotice({ title, body, match, path, language }) {
  const tag = match === null ? "" : `turn-${match}`;
  const options = { body, tag, lang: language, icon: "/icon-192.png", data: { path } };
  await self.registration.showNotification(title, options);
}

async function openPage(path) {
  const url = new URL(path, self.location.origin).href;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((each) => each.url === url);
  await (shown ? shown.focus() : clients.openWindow(url));
}

async function store() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function loadPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    return stored(OFFLINE, error);
  }
}

async function loadFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    return stored(request, error);
  }
}

async function stored(request, error) {
  const response = await caches.match(request);
  if (response === undefined) throw error;
  return response;
}

function isStored(url) {
  const { origin, pathname } = new URL(url);
  return origin === self.location.origin && FILES.includes(pathname);
}
