/** Tables on another device, which this one was invited to: what the page asks about them goes over a
 *  connection between the two browsers, and is answered by the server of the other one. */
import { keep, kept, settings } from "../settings.svelte";
import type { Talk } from "./channel";
import { FAR_TABLES, heard, setCut, setElsewhere, type FromServer, type ToServer } from "./server";
import { SiteTexts } from "./texts.svelte";

/** What goes over the connection: the same messages, with bodies as texts. */
type WithText<Message> = Message extends { body: unknown }
  ? Omit<Message, "body"> & { body: string | null }
  : Message;
export type Sent = WithText<ToServer>;
export type Received = Omit<FromServer, "body"> & { body?: string };

/** The keys that other devices gave to this one, by table. */
type Keys = Record<string, string>;

const FEW = 20;
const texts = new SiteTexts();
let table = "";
let talk: Talk<Sent, Received> | null = null;
/** What has no answer yet: requests, and sockets that are open. */
const asked = new Map<number, "request" | "open">();

const keys = (): Keys => kept<Keys>(FAR_TABLES) ?? {};

/** Have the page ask here for tables that lie elsewhere. */
export async function come(): Promise<void> {
  await texts.load(settings.lang).catch(() => undefined);
  setElsewhere({ has, send });
}

const tableOf = (path: string) => /^\/api\/tables\/([^/]+)/.exec(path)?.[1] ?? "";

function has(path: string): boolean {
  const named = tableOf(path);
  return named !== "" && (named === table || named in keys());
}

function send(message: ToServer): void {
  const named = "path" in message ? tableOf(message.path) : table;
  if (!talk?.open || named !== table) return unanswered(message, named);
  if (message.kind === "close") asked.delete(message.id);
  else if (message.kind !== "say") asked.set(message.id, message.kind);
  if (!("path" in message)) return talk.say(message);
  const headers = [...message.headers, ["authorization", `Bearer ${keys()[table] ?? ""}`]] as [
    string,
    string,
  ][];
  if (message.kind === "open") return talk.say({ ...message, headers });
  const body = message.body ? new TextDecoder().decode(message.body) : null;
  talk.say({ ...message, headers, body });
}

function unanswered(message: ToServer, named: string): void {
  if (message.kind === "close" || message.kind === "say") return;
  setCut(named);
  end(message.id, message.kind);
}

/** Say that no answer comes, as a server does that is busy: the page asks again. */
function end(id: number, kind: "request" | "open"): void {
  const nothing = {
    id,
    done: 0,
    all: 0,
    bytes: 0,
    size: 0,
    text: "",
    network: false,
    lost: "" as const,
    headers: [],
  };
  const said = { kind: "close" as const, code: 1006 };
  const body = new TextEncoder().encode(
    JSON.stringify({ error: "elsewhere", text: texts.tell("elsewhere") }),
  );
  const answer: FromServer = {
    ...nothing,
    kind: kind === "open" ? "socket" : "answer",
    status: 503,
    said,
    body,
  };
  setTimeout(() => heard(answer));
}

function listen(message: Received): void {
  if (message.kind !== "answer" && message.kind !== "socket") return;
  const kind = asked.get(message.id);
  if (kind !== (message.kind === "answer" ? "request" : "open")) return;
  if (kind === "request" || message.said.kind === "close") asked.delete(message.id);
  heard({ ...message, body: new TextEncoder().encode(message.body ?? "") });
}

function lost(): void {
  for (const [id, kind] of asked) end(id, kind);
  asked.clear();
  talk = null;
  setCut(table);
}

/** Ask about a table over a connection from now on. */
export async function use(named: string, connected: Talk<Sent, Received>): Promise<void> {
  talk?.close();
  if (!texts.ready) await come();
  const key = keys()[named] ?? (await newKey(connected));
  table = named;
  talk = connected;
  talk.hear = listen;
  talk.onclose = () => talk === connected && lost();
  const others = Object.entries(keys()).filter(([each]) => each !== named);
  keep(FAR_TABLES, Object.fromEntries([...others.slice(1 - FEW), [named, key]]));
  setElsewhere({ has, send });
  setCut("");
}

/** A key of this device's own on the other one. */
function newKey(connected: Talk<Sent, Received>): Promise<string> {
  return new Promise((resolve, reject) => {
    connected.onclose = () => reject(new Error("closed"));
    connected.hear = (message) => {
      const { key } = JSON.parse(message.body ?? "{}");
      if (message.status === 200 && typeof key === "string") resolve(key);
      else reject(new Error(`${message.status}`));
    };
    const headers: [string, string][] = [];
    connected.say({
      id: 0,
      kind: "request",
      method: "POST",
      path: "/api/keys",
      query: "",
      headers,
      body: null,
    });
  });
}
