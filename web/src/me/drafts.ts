/** Of several drafts of the same words the newest is shown; what was sent from one device is gone on all. */

export interface Kept {
  text: string;
  at: number;
  /** Whether other devices know of it. */
  sent?: boolean;
}
export type Settings = Record<string, unknown>;

const PREFIX = "draft.";
/** How many drafts follow a person: older ones stay where they were written. */
const MOST = 20;

/** What a draft is called among the settings of a person, which know small letters only. */
export const named = (key: string): string =>
  (
    PREFIX +
    key
      .replace(/[A-Z]/g, ".$&")
      .toLowerCase()
      .replace(/[^a-z0-9_.-]/g, "_")
  ).slice(0, 64);

export const isKept = (said: unknown): said is Kept =>
  typeof said === "object" && typeof (said as Kept | null)?.text === "string";

/** Which of two is shown: what was written here last, or what came from another device. */
export function newer(here: Kept | null, there: Kept | null): string {
  if (!there) return here && !here.sent ? here.text : "";
  return here && here.at >= there.at ? here.text : there.text;
}

/** The drafts that are forgotten so that there is room for another one. */
export function surplus(settings: Settings, own: string): string[] {
  const others = Object.entries(settings).filter(([name]) => name.startsWith(PREFIX) && name !== own);
  const at = ([, said]: [string, unknown]) => (isKept(said) ? said.at : 0);
  return others
    .sort((one, other) => at(other) - at(one))
    .slice(MOST - 1)
    .map(([name]) => name);
}
