// Keeps the site for when there is no network, and hands pictures and files that the page asks its
// server for to the page, which has it.
//
// FILES and VERSION are written by `make site`. A new version is fetched whole beside the old one
// and taken when no tab is open any more: a game that is open goes on with the files it began with.
// What an earlier try or an earlier version has kept is not fetched again.

const VERSION = "@VERSION@";
/** The names of all files, with the SHA-256 of those that must fit together, "" for others: a host may add
 * something to a page. */
const FILES = "@FILES@";
/** So many files are fetched at a time. */
const AT_ONCE = 4;
const SCOPE = new URL(self.registration.scope).pathname;
/** An origin may have several sites. */
const OWN = `cruachan ${SCOPE} `;
const CACHE = OWN + VERSION;
const INDEX = new URL("index.html", self.registration.scope).href;
const DOCS = "docs/";
/** What a device may never need: the documentation, games to print, and packages for browsers without the
 * snapshot. */
const ONCE_READ = [DOCS, "kits/", "server/packages.zip"];
const PATIENCE = 60_000;
const HTML = { "content-type": "text/html; charset=utf-8" };
const UNREAD = `<!doctype html><html lang="@LANG@"><head><title>Cruachan</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head><body>
@OFFLINE@
</body></html>`;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

/** Keep all files. Where one cannot be had, those that were kept stay for the next try. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const names = Object.keys(FILES);
  const others = (await caches.keys()).filter(isOld);
  const earlier = await Promise.all(others.map((name) => caches.open(name)));
  const next = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) await keep(name, cache, earlier);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

async function keep(name, cache, earlier) {
  const request = new Request(new URL(name, self.registration.scope), { cache: "no-cache" });
  if (await cache.match(request)) return;
  if (FILES[name])
    for (const each of earlier) {
      const found = await each.match(request);
      if (found && (await fits(name, found.clone()))) return void (await cache.put(request, found));
    }
  const answer = await fetch(request);
  if (!answer.ok || !(await fits(name, answer.clone()))) throw new Error(`${name} is not that of this version`);
  await cache.put(request, answer);
}

/** Whether a file is that of this version. */
async function fits(name, answer) {
  if (!FILES[name]) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === FILES[name];
}

/** Whether a cache is one of another version of this site. */
function isOld(name) {
  return name.startsWith(OWN) && name !== CACHE;
}

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(SCOPE)) return;
  const path = url.pathname.slice(SCOPE.length);
  if (path.startsWith("api/")) event.respondWith(answered(event, url, path));
  else if (event.request.method === "GET") event.respondWith(kept(event.request, path));
});

async function kept(request, path) {
  const cache = await caches.open(CACHE);
  const index = path.endsWith("/") ? new URL(`${path}index.html`, self.registration.scope).href : null;
  const found = await cache.match(index ?? request, { ignoreSearch: true });
  if (found) return found;
  if (path in FILES || ONCE_READ.some((each) => path.startsWith(each))) return read(cache, request, path);
  if (request.mode === "navigate" && !/\.\w+$/.test(path)) return page(cache);
  return fetch(request);
}

/** A file that is kept from then on, also one that the browser has thrown away; a page that was never read says
 * so without a network. */
async function read(cache, request, path) {
  const answer = await fetch(request).catch(() => null);
  if (!answer && request.mode === "navigate") return new Response(UNREAD, { status: 503, headers: HTML });
  if (!answer) return Response.error();
  if (answer.ok && (await fits(path, answer.clone())))
    await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

/** The page for any address: what it loads lies beside index.html. */
async function page(cache) {
  const index = await cache.match(INDEX);
  if (!index) return fetch(INDEX);
  const html = (await index.text()).replace("<head>", `<head><base href="${SCOPE}">`);
  return new Response(html, { headers: HTML });
}

/** An answer of the server that the page has in a worker. */
async function answered(event, url, path) {
  const client = await pageOf(event.clientId || event.resultingClientId);
  if (!client) return new Response("", { status: 503 });
  const body = event.request.method === "GET" ? null : await event.request.arrayBuffer();
  const headers = [...event.request.headers];
  const { port1, port2 } = new MessageChannel();
  const asked = { method: event.request.method, path: `/${path}`, query: url.search.slice(1), headers, body };
  const answer = await new Promise((resolve) => {
    port1.onmessage = (said) => resolve(said.data);
    client.postMessage({ kind: "cruachan-request", asked }, [port2]);
    setTimeout(() => resolve({ status: 504, headers: [], body: null }), PATIENCE);
  });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

/** The tab that asks; a link that is downloaded has none, so another one is asked. */
async function pageOf(id) {
  const own = id && (await self.clients.get(id));
  if (own) return own;
  const windows = await self.clients.matchAll({ type: "window" });
  return windows.find((each) => !new URL(each.url).pathname.startsWith(SCOPE + DOCS));
}
