// Where the ladders and their stops are drawn: one lane, or two where one would be too long.
/** Heights in pixels: of a ladder's name, of a stop, and between ladders. */
export interface Size {
  head: number;
  stop: number;
  gap: number;
}
export const SIZES: Size[] = [
  { head: 24, stop: 19, gap: 14 },
  { head: 21, stop: 17, gap: 12 },
  { head: 19, stop: 15, gap: 9 },
];

/** The largest size in which all ladders can be seen at once, or the smallest. */
export function sized(stops: number[], room: number): Size {
  return SIZES.find((size) => lanes(stops, room, size).height <= room) ?? SIZES[SIZES.length - 1];
}

export interface Place {
  ladder: number;
  lane: number;
  top: number;
}

/** Places in reading order, for ladders of so many stops. Lanes are about equally long. */
export function lanes(stops: number[], room: number, size: Size): { places: Place[]; lanes: number; height: number } {
  const heights = stops.map((n) => size.head + n * size.stop + size.gap);
  const all = heights.reduce((a, b) => a + b, 0);
  if (all <= room) return { places: stack(heights, heights.length), lanes: 1, height: all };
  let split = heights.length;
  let least = all;
  for (let i = 1; i < heights.length; i++) {
    const left = heights.slice(0, i).reduce((a, b) => a + b, 0);
    const longer = Math.max(left, all - left);
    if (longer < least) {
      least = longer;
      split = i;
    }
  }
  return { places: stack(heights, split), lanes: 2, height: least };
}

function stack(heights: number[], split: number): Place[] {
  let top = 0;
  return heights.map((height, ladder) => {
    if (ladder === split) top = 0;
    const place = { ladder, lane: ladder < split ? 0 : 1, top };
    top += height;
    return place;
  });
}

/** Where there is little room, "in bands of 20" is "bands of 20". */
export function brief(words: string): string {
  return words.replace(/^in (?=\S)/, '');
}

/** Words shortened to about so many pixels, for letters of a size. */
export function fitted(words: string, pixels: number, letters = 11): string {
  const room = Math.max(1, Math.floor(pixels / (letters * 0.53)));
  return words.length <= room ? words : `${words.slice(0, room - 1)}…`;
}
