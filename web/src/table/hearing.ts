/** What of a table is to be heard: the end before my turn, that before a fight or a vote, a move at last. */
import type { Sound } from "./sounds";

export interface Heard {
  table: string;
  plies: number;
  over: boolean;
  asked: boolean;
  /** The last move. */
  last?: { seat?: number | null; outcome?: string | null } | undefined;
}

/** What has changed since then; nothing for whoever has just come. */
export function soundOf(then: Heard | null, now: Heard): Sound | null {
  if (!then || then.table !== now.table) return null;
  if (now.over) return then.over ? null : "end";
  if (now.asked && !then.asked) return "turn";
  if (now.plies <= then.plies) return null;
  if (now.last?.outcome) return "contest";
  return (now.last?.seat ?? 0) < 0 ? "draw" : "move";
}
