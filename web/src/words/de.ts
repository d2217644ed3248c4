import type { en } from "./en";

export const de: Record<keyof typeof en, string> = {
  // Die Seite als Ganzes
  "page.none": "Hier ist nichts.",
  "page.home": "Zur Startseite",
  "top.scheme": "Hell oder dunkel",
  "scheme.auto": "Auto",
  "scheme.light": "Hell",
  "scheme.dark": "Dunkel",
  "name.somebody": "Jemand",

  // Die Leitung
  "line.unreachable": "Die Halle ist nicht zu erreichen. Es wird weiter versucht.",
  "line.lost": "Die Leitung ist unterbrochen. Verloren ist nichts; sie kommt von selbst wieder.",
  "line.opening": "Auf dem Weg zum Tisch ...",
};
