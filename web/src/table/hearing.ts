/** What of a table is to be heard: the end before my turn, and my turn before a move. */
import type { Sound } from "./sounds";

export interface Heard {
  table: string;
  plies: number;
  over: boolean;
  asked: boolean;
}

/** What has changed since then; nothing for whoever has just come. */
export function soundOf(then: Heard | null, now: Heard): Sound | null {
  if (!then || then.table !== now.table) return null;
  if (now.over) return then.over ? null : "end";
  if (now.asked && !then.asked) return "turn";
  return now.plies > then.plies ? "move" : null;
}
