/** A connection between two browsers: each is told what it must know of the other by a person. */
import { random } from "../api/ask";
import { Talk } from "./channel";
import { described, kindOf, readSignal, signalOf, written, type Signal } from "./signals";

/** Milliseconds for a browser to find its own addresses. */
const GATHERING = 3000;
/** Milliseconds for two browsers to find each other, once both know where to look. */
export const FINDING = 20_000;
const LABEL = { negotiated: true, id: 0 } as const;

export interface Waiting<Said, Heard> {
  signal: Signal;
  /** What is to be shown to the other one. */
  code: string;
  talk: Talk<Said, Heard>;
  /** Resolves when both are connected; an error when there is no path, or it was closed. */
  opened: Promise<void>;
}

async function gathered(connection: RTCPeerConnection): Promise<string> {
  await new Promise<void>((done) => {
    const look = () => connection.iceGatheringState === "complete" && done();
    connection.addEventListener("icegatheringstatechange", look);
    setTimeout(done, GATHERING);
    look();
  });
  return connection.localDescription?.sdp ?? "";
}

async function prepared<Said, Heard>(
  id: string,
  table: string,
  offer?: Signal,
): Promise<Waiting<Said, Heard>> {
  // Servers that help to find a path would learn who plays with whom; in one network none is needed.
  const connection = new RTCPeerConnection();
  const channel = connection.createDataChannel("cruachan", LABEL);
  const talk = new Talk<Said, Heard>(connection, channel);
  const opened = new Promise<void>((resolve, reject) => {
    channel.addEventListener("open", () => resolve());
    connection.addEventListener("connectionstatechange", () => {
      if (["failed", "closed"].includes(connection.connectionState)) reject(new Error("no path"));
    });
  });
  opened.catch(() => undefined);
  if (offer) await connection.setRemoteDescription(described(offer, "offer"));
  await connection.setLocalDescription();
  const signal = signalOf(await gathered(connection), id, table);
  if (!signal) throw new Error("no description");
  return { signal, code: written(signal, offer ? "answer" : "join"), talk, opened };
}

/** Invite somebody to a table: show the code, and hand her answer to `accept`. */
export function invite<Said, Heard>(table: string): Promise<Waiting<Said, Heard>> {
  return prepared(random(6), table);
}

/** Take up an invitation: show the code of the answer. */
export function takeUp<Said, Heard>(invitation: Signal): Promise<Waiting<Said, Heard>> {
  return prepared(invitation.id, invitation.table, invitation);
}

/** Why a text is no answer to an invitation: it is none at all, an invitation itself, or answers another one. */
export type Wrong = "none" | "invitation" | "other";

/** Take the answer to an invitation; "" if it is one. */
export async function accept<Said, Heard>(waiting: Waiting<Said, Heard>, text: string): Promise<Wrong | ""> {
  const answer = readSignal(text, "answer");
  if (!answer) return kindOf(text) === "join" ? "invitation" : "none";
  if (answer.id !== waiting.signal.id) return "other";
  const taken = waiting.talk.connection.setRemoteDescription(described(answer, "answer"));
  return taken.then(
    () => "",
    () => "none",
  );
}

/** Wait until both are connected, but not for ever. */
export async function found(opened: Promise<void>): Promise<boolean> {
  const late = new Promise<false>((done) => setTimeout(() => done(false), FINDING));
  return Promise.race([opened.then(() => true as const).catch(() => false as const), late]);
}
