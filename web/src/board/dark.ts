/** A static layer in dark colours: lightness is inverted, so that all contrasts stay. */

/** The wood of the players, which keeps its colours. */
const WOOD = /#(?:fffbe8|25313d|a3520f|f6b3cd|1f7a7a|a8c256)/i;
const COLOUR = /#[0-9a-f]{6}\b/gi;
/** How light white and black become. */
const DARKEST = 0.22;
const LIGHTEST = 0.99;
/** What is dark needs less colour to look as colourful. */
const CHROMA = 0.9;

type Three = [number, number, number];

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number): number =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

/** A colour in OKLab, where equal steps look equal: its lightness and two colours. */
function lab(colour: string): Three {
  const [r, g, b] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255)) as Three;
  const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s,
    1.978 * l - 2.4286 * m + 0.4506 * s,
    0.0259 * l + 0.7828 * m - 0.8087 * s,
  ];
}

function hex([light, a, b]: Three): string {
  const l = (light + 0.3963 * a + 0.2158 * b) ** 3;
  const m = (light - 0.1056 * a - 0.0639 * b) ** 3;
  const s = (light - 0.0895 * a - 1.2915 * b) ** 3;
  const parts = [
    4.0767 * l - 3.3077 * m + 0.231 * s,
    -1.2684 * l + 2.6098 * m - 0.3413 * s,
    -0.0042 * l - 0.7034 * m + 1.7076 * s,
  ];
  const byte = (part: number) => Math.round(255 * gamma(Math.min(1, Math.max(0, part))));
  return `#${parts.map((part) => byte(part).toString(16).padStart(2, "0")).join("")}`;
}

const known = new Map<string, string>();

/** A colour as it is in the dark. */
export function flipped(colour: string): string {
  let found = known.get(colour);
  if (!found) {
    const [light, a, b] = lab(colour);
    const now = DARKEST + (1 - Math.min(1, light)) * (LIGHTEST - DARKEST);
    found = hex([now, a * CHROMA, b * CHROMA]);
    known.set(colour, found);
  }
  return found;
}

/** How light a ground is at least by day, and how light the darkest and the lightest are at night. */
const PALEST = 0.6;
const DIM = 0.24;
const DIM_LIGHTEST = 0.56;

/** The ground of an element as it is in the dark: what is lighter by day is lighter at night, too. */
export function dimmed(colour: string): string {
  const [light, a, b] = lab(colour);
  const share = Math.min(1, Math.max(0, (light - PALEST) / (1 - PALEST)));
  return hex([DIM + share * (DIM_LIGHTEST - DIM), a, b]);
}

/** How light the palest and the darkest area that is called by its colour are at night. */
const NAMED_PALEST = 0.7;
const NAMED_DARKEST = 0.42;
const DAY_DARKEST = 0.7;
const DAY_PALEST = 0.95;
const NAMED_CHROMA = 1.55;

/** An area that is called by its colour: it must be known at night, too. Yellow is none when it is dark. */
export function named(colour: string): string {
  const [light, a, b] = lab(colour);
  const share = Math.min(1, Math.max(0, (light - DAY_DARKEST) / (DAY_PALEST - DAY_DARKEST)));
  return hex([NAMED_DARKEST + share * (NAMED_PALEST - NAMED_DARKEST), a * NAMED_CHROMA, b * NAMED_CHROMA]);
}

/** What is lit keeps its colours, but nothing glares, and what is as colourful as it is dark is seen. */
const GLARE = 0.82;
const DEEP = 0.5;
const COLOURFUL = 0.08;
function lit(colour: string): string {
  const [light, a, b] = lab(colour);
  if (light > GLARE) return hex([GLARE + (light - GLARE) * 0.55, a, b]);
  return light < DEEP && Math.hypot(a, b) > COLOURFUL ? hex([light + 0.09, a, b]) : colour;
}

const TAG = /<(\/?)\w[^>]*?(\/?)>/g;
const LIT = / data-lit=""/;

/** Markup in its night colours; an element that is lit keeps those of the day, with all that is in it. */
function nightly(part: string, own: Map<string, string>): string {
  let depth = 0;
  return part.replace(TAG, (tag, closes: string, empty: string) => {
    const keeps = depth > 0 || LIT.test(tag);
    if (keeps && !empty) depth += closes ? -1 : 1;
    return tag.replace(COLOUR, (colour) => (keeps ? lit(colour) : (own.get(colour) ?? flipped(colour))));
  });
}
/** A ground has the colour of its element, or of what it is called by, and a grain on it. */
const ground = (part: string): string =>
  part
    .split(/(fill="#[0-9a-f]{6}")/i)
    .map((each) =>
      each.startsWith("fill=")
        ? each.replace(COLOUR, part.includes('id="ground-') ? dimmed : named)
        : each.replace(COLOUR, flipped),
    )
    .join("");

const PALETTE = / data-night="([^"]*)"/;
/** The colours of the day that a board has others for at night. */
function palette(svg: string): Map<string, string> {
  const pairs = PALETTE.exec(svg)?.[1]?.split(" ") ?? [];
  return new Map(pairs.flatMap((day, at) => (at % 2 === 0 ? [[day, pairs[at + 1] ?? day]] : [])));
}

/** The static layer in dark colours; symbols in a player's colour stay as they are and are marked. */
export function darkened(svg: string): string {
  const own = palette(svg);
  const parts = svg
    .replace(PALETTE, "")
    .split(/(<symbol [\s\S]*?<\/symbol>|<pattern [^>]*id="(?:ground|pattern)-[\s\S]*?<\/pattern>)/);
  const turned = parts.map((part) =>
    WOOD.test(part) && part.startsWith("<symbol ")
      ? part.replace("<symbol ", '<symbol data-kept="" ')
      : part.startsWith("<pattern ")
        ? ground(part)
        : nightly(part, own),
  );
  const inks = ["#2a2420", "#ffffff"].map((ink) => `${ink} ${flipped(ink)}`).join(" ");
  return turned.join("").replace("<svg ", `<svg data-inks="${inks}" `);
}
