// Keeps the files of a folder of Pyodide's file system in IndexedDB, piece by piece.
//
// A save writes the pieces that have changed in one transaction: what is read back is always the
// folder as it was at one moment, between two commits of its database.

const PIECE = 1 << 16;
const NAME = "cruachan";
const PIECES = "pieces";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Storage {
  #database = null;
  #kept = new Map(); // What IndexedDB holds: name -> bytes.
  #saving = null;

  constructor(fs, folder) {
    this.fs = fs;
    this.folder = folder;
  }

  /** Open the database and write what it holds into the folder. */
  async load() {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(PIECES);
    this.#database = await done(opening);
    const pieces = this.#database.transaction(PIECES).objectStore(PIECES);
    const [keys, values] = await Promise.all([done(pieces.getAllKeys()), done(pieces.getAll())]);
    const files = new Map();
    keys.forEach(([name, at], index) => {
      if (!files.has(name)) files.set(name, []);
      files.get(name)[at] = values[index];
    });
    this.fs.mkdirTree(this.folder);
    for (const [name, found] of files) {
      const bytes = joined(found);
      this.#kept.set(name, bytes);
      this.fs.writeFile(`${this.folder}/${name}`, bytes);
    }
  }

  /** Save what has changed; saves that are asked for meanwhile are one. */
  save() {
    this.#saving ??= Promise.resolve().then(() => {
      this.#saving = null;
      return this.#write();
    });
    return this.#saving;
  }

  async #write() {
    const changes = [];
    const fresh = new Map();
    for (const name of this.fs.readdir(this.folder)) {
      if (name.startsWith(".") || name.endsWith("-journal")) continue;
      const bytes = this.fs.readFile(`${this.folder}/${name}`);
      fresh.set(name, bytes);
      changes.push(...differences(name, this.#kept.get(name), bytes));
    }
    if (!changes.length) return;
    const transaction = this.#database.transaction(PIECES, "readwrite", { durability: "strict" });
    const pieces = transaction.objectStore(PIECES);
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    for (const [key, value] of changes) {
      if (value) pieces.put(value, key);
      else pieces.delete(key);
    }
    await ended;
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
