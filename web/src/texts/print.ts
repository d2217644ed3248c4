/** Texts about the game on paper. */
import { LazyTexts } from "./lazy.svelte";
import type first from "./print/en.json";

const files = import.meta.glob<typeof first>("./print/*.json", { import: "default" });

export const printTexts = () => new LazyTexts<keyof typeof first>(files);
