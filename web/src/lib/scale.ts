// One scale of colour for loss: from deep blue (little is lost) to yellow (much is lost). It rises evenly in lightness and
// runs along blue and yellow, which people who do not tell red from green see too.
import { interpolateLab, piecewise } from 'd3-interpolate';

const ANCHORS = ['#2b5fb4', '#577cac', '#8295a2', '#aaac91', '#d2c574', '#f6e15a'];
const ramp = piecewise(interpolateLab, ANCHORS);

/** Steps are enough for the eye, and cheap: interpolating in Lab for every cell of every frame is not. */
const STEPS = 64;
const colours = Array.from({ length: STEPS + 1 }, (_, i) => ramp(i / STEPS));

export function lossColor(value: number, low: number, high: number): string {
  const share = high > low ? (value - low) / (high - low) : 0;
  return colours[Math.round(Math.min(1, Math.max(0, share)) * STEPS)];
}

/** Black or white, whichever can be read on a colour "rgb(r, g, b)" or "#rrggbb". */
export function inkOn(colour: string): string {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour);
  const [r, g, b] = hex
    ? [0, 2, 4].map((i) => parseInt(hex[1].slice(i, i + 2), 16))
    : (colour.match(/\d+(\.\d+)?/g) ?? ['0', '0', '0']).map(Number);
  const linear = (c: number) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return light > 0.18 ? '#111' : '#fff';
}
