/** Who is waited for, in a sentence; empty where nobody is. */
import { listed, say } from "../words";
import type { Keeper } from "./keeper.svelte";

export function thinking(keeper: Keeper): string {
  const waited = keeper.view?.result ? [] : (keeper.view?.to_act ?? []);
  if (waited.length === 0) return "";
  return say("turn.thinking", { name: listed(waited.map((seat) => keeper.name(seat))), n: waited.length });
}
