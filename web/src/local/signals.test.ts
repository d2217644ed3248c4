import { expect, test } from "vitest";
import { described, kindOf, readSignal, signalOf, written } from "./signals";

const SDP = [
  "v=0",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
  "a=candidate:306 1 udp 2113937151 f3a77222-6b1d-4ab7-b394-49ee9336bccf.local 58187 typ host generation 0",
  "a=candidate:307 1 udp 2113937150 192.168.1.7 58188 typ host generation 0",
  "a=candidate:308 1 tcp 1518280447 192.168.1.7 9 typ host tcptype active",
  "a=candidate:309 1 udp 1677729535 203.0.113.4 58188 typ srflx raddr 0.0.0.0 rport 0",
  "a=ice-ufrag:Zb/x",
  "a=ice-pwd:dFyZ+AgbNZkgg7spn6isrf43",
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => "BB").join(":")}`,
].join("\r\n");

test("what a browser describes can be read from a link", () => {
  const signal = signalOf(SDP, "abcd1234", "t-1");
  expect(signal?.places).toEqual(["f3a77222-6b1d-4ab7-b394-49ee9336bccf.local 58187", "192.168.1.7 58188"]);
  if (!signal) throw new Error("no signal");
  const link = `https://example.org/games/#join=${written(signal, "join")}`;
  expect(readSignal(link, "join")).toEqual(signal);
  expect(readSignal(` ${written(signal, "join")}\n`, "join")).toEqual(signal);
  expect(link.length).toBeLessThan(300);
  const again = signalOf(described(signal, "answer").sdp ?? "", "abcd1234", "t-1");
  expect(again).toEqual(signal);
});

test("whoever invites begins the handshake, for only she knows when both know each other", () => {
  const signal = signalOf(SDP, "abcd1234", "t-1");
  if (!signal) throw new Error("no signal");
  expect(described(signal, "offer").sdp).toContain("a=setup:active\r\n");
  expect(described(signal, "answer").sdp).toContain("a=setup:passive\r\n");
});

test("other texts are no signals, and none brings lines of its own", () => {
  const signal = signalOf(SDP, "abcd1234", "t-1");
  if (!signal) throw new Error("no signal");
  const code = written(signal, "join");
  expect(signalOf("v=0", "abcd1234", "t-1")).toBeNull();
  for (const text of [
    "",
    "hello",
    code.replace("1j~", "2j~"),
    written(signal, "answer"),
    "~".repeat(5_000_000),
    "#=".repeat(2_000_000),
    `<img src=x onerror=alert(1)>#join=${code}<script>`,
    code.slice(0, 80),
    `${code}~x`,
    code.replace("t-1", "t 1"),
  ])
    expect(readSignal(text, "join")).toBeNull();
  expect(readSignal(code.replace("Zb/x", "Zb/x\r\na=evil:1"), "join")).toBeNull();
  expect(readSignal(code, "answer")).toBeNull();
  expect(["hello", code, written(signal, "answer")].map(kindOf)).toEqual([null, "join", "answer"]);
});
