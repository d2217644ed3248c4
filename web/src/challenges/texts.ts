/** What is said about the daily game and puzzles. */
import { ServerTexts } from "../api/texts.svelte";

const texts = new ServerTexts("/challenges/texts");

export const learnTexts = () => texts.learn();
export const tell = (key: string, values: Record<string, string | number> = {}) => texts.tell(key, values);
