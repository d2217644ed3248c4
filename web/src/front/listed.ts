/** What is said of a table in a list. */
import type { TableListing } from "../api/server";
import { ago, listed, say } from "../texts";

export function waitsForMe(table: TableListing): boolean {
  return table.waits.some((seat) => table.mine.includes(seat));
}

/** Who is waited for, in words. */
export function state(table: TableListing): string {
  if (table.status === "over") return say("listed.over");
  if (table.status === "closed") return say("listed.closed");
  const free = table.seats.filter((seat) => seat.kind === "free").length;
  if (table.status === "open") return free ? say("listed.free", { seats: free }) : say("listed.ready");
  if (waitsForMe(table)) return say("listed.your_turn");
  const names = table.waits.map((seat) => table.seats[seat]?.name ?? "").filter(Boolean);
  return names.length
    ? say("listed.turn_of", { names: listed(names), number: names.length })
    : say("listed.playing");
}

/** Who sits there, without myself where I do. */
export function company(table: TableListing): string {
  const others = table.seats.filter((seat, number) => seat.name && !table.mine.includes(number));
  const names = others.map((seat) => seat.name);
  if (!names.length) return "";
  const me = table.mine.some((seat) => seat >= 0);
  return say(me ? "listed.with" : "listed.who", { names: listed(names) });
}

/** How far it is, and when something happened there last. */
export function when(table: TableListing): string {
  const last = waitsForMe(table)
    ? say("listed.since", { time: ago(table.since, Date.now()) })
    : ago(table.at, Date.now());
  if (table.lesson) return `${say("listed.lesson")} · ${last}`;
  return table.round > 0 ? `${say("listed.round", { round: table.round })} · ${last}` : last;
}
