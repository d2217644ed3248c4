/** Beginning the daily game or a puzzle: asks for a name once, and goes to the table. */
import { make, Refused } from "../api/ask";
import type { SeatsAnswer } from "../api/server";
import { go } from "../router.svelte";
import { settings } from "../settings.svelte";

export class Beginning {
  busy = $state(false);
  /** Why it could not begin. */
  trouble = $state("");
  /** What is to begin once the name is known. */
  wanted = $state("");

  /** Make the table at a path and go there. */
  async off(path: string): Promise<void> {
    if (this.busy) return;
    this.wanted = settings.name.trim() ? "" : path;
    if (this.wanted) return;
    this.busy = true;
    this.trouble = "";
    try {
      const made = await make<SeatsAnswer>(path, { name: settings.name.trim() });
      go(`/t/${made.table}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    } finally {
      this.busy = false;
    }
  }
}
