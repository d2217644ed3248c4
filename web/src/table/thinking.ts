/** Who is waited for, in a sentence; of chance what it decides; empty where nobody is. */
import { listed, say } from "../texts";
import type { TableStore } from "./store.svelte";

export function thinking(store: TableStore): string {
  const waited = store.view?.result ? [] : (store.view?.to_act ?? []);
  if (waited.length === 0) return "";
  if (waited.every((seat) => seat < 0)) return store.view?.prompt ?? "";
  const [only, ...more] = waited;
  const seat = store.table?.seats[only ?? -1];
  if (more.length === 0 && seat?.kind === "person" && !seat.bot && !seat.there)
    return say("turn.away", { name: seat.name ?? "" });
  return say("turn.thinking", { name: listed(waited.map((seat) => store.name(seat))), n: waited.length });
}

/** What kind of question is asked, where the game says it. */
export function kindOf(store: TableStore): string {
  const asked = store.view?.["asked"];
  return asked && typeof asked === "object" && "kind" in asked ? String(asked.kind) : "";
}

/** What somebody is to do: play her turn, or tell, vote or answer in that of another. */
export function duty(store: TableStore): string {
  const [turn, kind] = [store.view?.turn ?? null, kindOf(store)];
  if (turn === null || turn < 0 || turn === store.seat || !kind) return say("table.your_turn");
  const way = kind === "event_read" ? "tell" : kind.startsWith("ballot") ? "vote" : "answer";
  return say(`turn.${way}`, { name: store.name(turn) });
}
