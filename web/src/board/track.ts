/** The way of a piece along a track: numbered places that lie one after the other, and around again. Knows no DOM. */
import { apart, type Coordinates } from "./compare";

/** Fewer places than these are no track. */
const LEAST = 12;

/** What lies between where a piece was and the place it went to; nothing where that is on no track. */
export function between(
  places: ReadonlyMap<string, Coordinates>,
  from: Coordinates,
  at: string,
): Coordinates[] {
  const [kind, end] = at.split(":");
  const track: Coordinates[] = [];
  for (let place; (place = places.get(`${kind}:${track.length}`));) track.push(place);
  const most = track.length;
  const far = track.map((place) => apart(place, from));
  const start = far.indexOf(Math.min(...far)) + 1;
  const steps = (Number(end) - start + most) % most;
  // Whoever goes back does so at once, as when a move is taken back.
  if (most < LEAST || steps > most / 2) return [];
  return [...track, ...track].slice(start, start + steps);
}
