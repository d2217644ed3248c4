/** What two browsers must know of each other for a data channel, short enough for a QR code.
 *
 *  Instead of a whole session description only what differs is written: who it is for, name and password
 *  of the connection, the fingerprint of its key, and the addresses where it may be found. */

/** What one is told: an invitation, or the answer to one. */
export type Kind = "join" | "answer";

export interface Signal {
  /** The exchange it belongs to: an answer names the invitation it answers. */
  id: string;
  /** The table that one is invited to. */
  table: string;
  user: string;
  password: string;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  fingerprint: string;
  /** Address and port, as in `192.168.1.7 50123`; browsers may write a name of their own for the address. */
  places: string[];
}

/** How a code begins; another form of it begins otherwise. */
const MARKS: Record<Kind, string> = { join: "1j", answer: "1a" };
const FEW = 4;
const BETWEEN = "~";
const PATTERNS = {
  id: /^[\w-]{4,40}$/,
  table: /^[\w-]{1,64}$/,
  user: /^[\w+/-]{4,256}$/,
  password: /^[\w+/-]{22,256}$/,
  fingerprint: /^[\da-f]{64}$/,
} as const;
const PLACE = /^[\w.:-]{1,80} \d{1,5}$/;

/** What is to be known of a description that a browser made; null where it is none of a data channel. */
export function signalOf(sdp: string, id: string, table: string): Signal | null {
  const line = (name: string) => new RegExp(`^a=${name}:(.*)$`, "m").exec(sdp)?.[1]?.trim() ?? "";
  const places = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim)];
  const signal = {
    id,
    table,
    user: line("ice-ufrag"),
    password: line("ice-pwd"),
    fingerprint: line("fingerprint")
      .replace(/^sha-256 /i, "")
      .replaceAll(":", "")
      .toLowerCase(),
    places: places.slice(0, FEW).map((found) => `${found[1]} ${found[2]}`),
  };
  return fits(signal) ? signal : null;
}

function fits(signal: Signal): boolean {
  const names = Object.keys(PATTERNS) as (keyof typeof PATTERNS)[];
  return (
    names.every((name) => PATTERNS[name].test(signal[name])) &&
    signal.places.every((each) => PLACE.test(each))
  );
}

/** The description that a signal stands for, as the other browser wants it. Whoever invites learns of the other last
 *  and begins the encrypted handshake: one that begins before both know each other loses its first packets, and then
 *  waits longer and longer to send them again. */
export function described(signal: Signal, type: "offer" | "answer"): RTCSessionDescriptionInit {
  const fingerprint = signal.fingerprint.toUpperCase().replace(/..(?=.)/g, "$&:");
  const places = signal.places.map(
    (place, number) => `a=candidate:${number + 1} 1 udp ${2113937151 - number} ${place} typ host`,
  );
  const lines = [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    ...places,
    `a=ice-ufrag:${signal.user}`,
    `a=ice-pwd:${signal.password}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${type === "offer" ? "active" : "passive"}`,
    "a=mid:0",
    "a=sctp-port:5000",
    "a=max-message-size:262144",
  ];
  return { type, sdp: `${lines.join("\r\n")}\r\n` };
}

/** A signal as letters that a link can carry. */
export function written(signal: Signal, kind: Kind): string {
  const { id, table, user, password, fingerprint, places } = signal;
  return [
    MARKS[kind],
    id,
    table,
    user,
    password,
    fingerprint,
    ...places.map((each) => each.replace(" ", "_")),
  ].join(BETWEEN);
}

/** The code in a text, which may be a whole link. */
const codeIn = (text: string) => text.trim().replace(/^.*[#=]/s, "");

/** What a text tells, whether or not it does so well; null where it is none of both. */
export function kindOf(text: string): Kind | null {
  const code = codeIn(text);
  const begins = (kind: Kind) => code.startsWith(MARKS[kind] + BETWEEN);
  return begins("join") ? "join" : begins("answer") ? "answer" : null;
}

/** The signal of a kind in a text; null where there is none. */
export function readSignal(text: string, kind: Kind): Signal | null {
  const code = codeIn(text);
  const [mark, id = "", table = "", user = "", password = "", fingerprint = "", ...rest] =
    code.split(BETWEEN);
  const places = rest.map((each) => each.replace("_", " "));
  const signal = { id, table, user, password, fingerprint, places };
  return mark === MARKS[kind] && places.length <= FEW && fits(signal) ? signal : null;
}
