// Walking with arrow keys: along the front, and over the price ladders.
import { desk } from './desk.svelte';
import { sameLevels } from './wishes';

/** To the next point of the front; from beside the front, to the nearest on that side. */
export function walk(by: -1 | 1): boolean {
  const look = desk.look;
  if (!look || look.front.points.length === 0) return true;
  const points = look.front.points;
  const at = points.findIndex((p) => sameLevels(p.node.levels, look.node?.levels));
  let to = at + by;
  if (at < 0) {
    const units = look.node?.units ?? look.wishes.max_units;
    const right = points.findIndex((p) => p.x > units);
    to = by > 0 ? right : (right < 0 ? points.length : right) - 1;
    if (to < 0 && by > 0) to = points.length - 1;
  }
  const point = points[Math.min(points.length - 1, Math.max(0, to))];
  if (!sameLevels(point.node.levels, look.node?.levels)) {
    desk.peek(point.node.levels);
    desk.chooseSoon(point.node.levels);
  }
  return true;
}

/** Moves the focus over the stops of the ladders: up and down within one, left and right to the next. */
export function step(key: string): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')];
  if (stops.length === 0) return true;
  // Stops are drawn, so they are not HTML elements.
  const now = stops.findIndex((stop) => stop === document.activeElement);
  if (now < 0) {
    stops[0].focus();
    return true;
  }
  const column = (i: number) => Number(stops[i].dataset.column);
  let to = now;
  if (key === 'ArrowUp') to = now - 1;
  if (key === 'ArrowDown') to = now + 1;
  if (key === 'ArrowRight') to = stops.findIndex((_, i) => column(i) > column(now));
  if (key === 'ArrowLeft') to = stops.findIndex((_, i) => column(i) === column(now) - 1);
  if (to >= 0 && to < stops.length) stops[to].focus();
  return true;
}
