export const en = {
  // The page as a whole
  "page.none": "There is nothing here.",
  "page.home": "To the front page",
  "top.scheme": "Light or dark",
  "scheme.auto": "Auto",
  "scheme.light": "Light",
  "scheme.dark": "Dark",
  "name.somebody": "Somebody",

  // The line
  "line.unreachable": "The hall cannot be reached. It is tried again.",
  "line.lost": "The line is lost. Nothing is; it comes back by itself.",
  "line.opening": "Coming to the table ...",
};
