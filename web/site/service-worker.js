// Keeps the whole page, so that it works offline. The build puts VERSION and FILES before this.

const CACHE = `gemgrove ${VERSION}`;
const PAGE = "./";

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // Not from the browser's own cache, which may have files of another version.
      .then((cache) => cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: "reload" })))),
  );
  skipWaiting();
});

addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("gemgrove ") && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(others(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const wanted = request.mode === "navigate" ? PAGE : request;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(wanted, { ignoreSearch: true }))
      .then((known) => known ?? fetch(request)),
  );
});
