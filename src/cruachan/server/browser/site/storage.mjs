// Keeps the files of a folder of Pyodide's file system in IndexedDB, piece by piece.
//
// A save writes the pieces that have changed in one transaction: what is read back is always the
// folder as it was at one moment, between two commits of its database.
//
// Whoever loads the folder owns it: the transaction that reads it leaves a fencing token, and each
// save looks for its own in the transaction that writes. So of two workers that know nothing of each
// other (tabs of a browser without shared workers) only the last one writes.

const PIECE = 1 << 16;
const PIECES = "pieces";
const OWNER = "owner";

/** Another worker has loaded the folder since. */
export class Taken extends Error {}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });

/** The keys and values of all pieces: their keys are lists, which come after all texts. */
const all = (pieces) => {
  const range = IDBKeyRange.lowerBound([]);
  return Promise.all([done(pieces.getAllKeys(range)), done(pieces.getAll(range))]);
};

export class Storage {
  #database = null;
  #loaded = false;
  #kept = new Map(); // What IndexedDB holds: name -> bytes.
  #next = null; // The save that has not begun yet.
  #last = Promise.resolve(); // The save that was asked for last.
  // Over http, where `randomUUID` is not, this is.
  #token = crypto.getRandomValues(new Uint32Array(4)).join("-");

  /** `name` is that of the database: an origin may have several sites. */
  constructor(fs, folder, name) {
    this.fs = fs;
    this.folder = folder;
    this.name = name;
    fs.mkdirTree(folder);
  }

  /** Open the database, become its owner and write what it holds into the folder. */
  async load() {
    this.#database = await this.#open();
    const [keys, values] = await this.#own().catch(() => this.#join());
    this.#loaded = true;
    const files = new Map();
    keys.forEach(([name, at], index) => {
      if (!files.has(name)) files.set(name, []);
      files.get(name)[at] = values[index];
    });
    for (const [name, found] of files) {
      const bytes = joined(found);
      this.#kept.set(name, bytes);
      this.fs.writeFile(`${this.folder}/${name}`, bytes);
    }
  }

  async #open() {
    const opening = indexedDB.open(this.name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(PIECES);
    const database = await done(opening);
    // Whoever clears what the site keeps closes it; the next save opens another one.
    database.onclose = database.onversionchange = () => {
      database.close();
      if (this.#database === database) this.#database = null;
    };
    return database;
  }

  async #own() {
    const transaction = this.#database.transaction(PIECES, "readwrite");
    const pieces = transaction.objectStore(PIECES);
    pieces.put(this.#token, OWNER);
    const [found] = await Promise.all([all(pieces), ended(transaction)]);
    return found;
  }

  /** Where there is no room for a token, what is kept can still be read. */
  async #join() {
    const pieces = this.#database.transaction(PIECES).objectStore(PIECES);
    const [found, token] = await Promise.all([all(pieces), done(pieces.get(OWNER))]);
    this.#token = token;
    return found;
  }

  /** Save what has changed, after those that were asked for before; a Taken if this is no longer the
   * owner. Saves that are asked for before one begins are one. */
  save() {
    this.#next ??= this.#last
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.#write();
      });
    this.#last = this.#next;
    return this.#next;
  }

  async #write() {
    if (!this.#loaded) return;
    const fresh = new Map();
    for (const name of this.fs.readdir(this.folder)) {
      if (name.startsWith(".") || name.endsWith("-journal")) continue;
      fresh.set(name, this.fs.readFile(`${this.folder}/${name}`));
    }
    let changes = between(this.#kept, fresh);
    if (!changes.length) return;
    this.#database ??= await this.#open();
    const transaction = this.#database.transaction(PIECES, "readwrite", { durability: "strict" });
    const pieces = transaction.objectStore(PIECES);
    const written = ended(transaction);
    written.catch(() => undefined);
    const owner = await done(pieces.get(OWNER));
    if (owner === undefined) {
      // Everything was cleared away.
      pieces.put(this.#token, OWNER);
      changes = between(new Map(), fresh);
    } else if (owner !== this.#token) {
      transaction.abort();
      throw new Taken();
    }
    for (const [key, value] of changes) {
      if (value) pieces.put(value, key);
      else pieces.delete(key);
    }
    await written;
    this.#kept = fresh;
  }
}

function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The pieces of all files that are not as they were. */
const between = (before, now) =>
  [...now].flatMap(([name, bytes]) => differences(name, before.get(name), bytes));

/** The pieces of a file that are not as they were, with what they are now; null for one that is gone. */
export function differences(name, before, now) {
  const found = [];
  const last = Math.max(before?.length ?? 0, now.length);
  for (let at = 0; at < last; at += PIECE) {
    const piece = now.subarray(at, at + PIECE);
    const was = before?.subarray(at, at + PIECE);
    if (!piece.length) found.push([[name, at / PIECE], null]);
    else if (!was || !same(was, piece)) found.push([[name, at / PIECE], piece.slice()]);
  }
  return found;
}

function same(left, right) {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
