// A plot as a figure of its own: colours inlined, caption below, nothing that only the page needs.

export interface Caption { title: string; text: string }

/** What an SVG reader elsewhere needs to know; everything else comes from attributes that are there already. */
const STYLES = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity',
  'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline', 'paint-order', 'visibility',
];
const TEXT_ONLY = new Set(['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline']);
const DEFAULTS: Record<string, string> = {
  'fill-opacity': '1', 'stroke': 'none', 'stroke-width': '1px', 'stroke-opacity': '1', 'stroke-dasharray': 'none', 'stroke-linecap': 'butt', 'stroke-linejoin': 'miter', 'opacity': '1',
  'font-style': 'normal', 'font-weight': '400', 'text-anchor': 'start', 'dominant-baseline': 'auto', 'paint-order': 'normal', 'visibility': 'visible',
};
const DROPPED = ['class', 'style', 'tabindex', 'role'];
const NAMESPACE = 'http://www.w3.org/2000/svg';
const LINE = 17;
const PAPER = '#ffffff';

/** Breaks a caption into lines of at most `width` characters, at spaces. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((w) => w !== '')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** A name for the file of a figure: lower case, words joined by hyphens. */
export function fileName(title: string, ending: string): string {
  const stem = title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 60);
  return `${stem || 'figure'}.${ending}`;
}

/** The plot as the text of an SVG file. Figures are always light, as paper is, whatever the page shows. */
export function standalone(svg: SVGSVGElement, caption: Caption): string {
  const root = document.documentElement;
  const theme = root.getAttribute('data-theme');
  root.setAttribute('data-theme', 'light');
  root.classList.add('no-motion');
  try {
    return assemble(svg, caption);
  } finally {
    if (theme === null) root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', theme);
    root.classList.remove('no-motion');
  }
}

function assemble(svg: SVGSVGElement, caption: Caption): string {
  const box = svg.getBoundingClientRect();
  const width = Math.max(1, Math.round(box.width));
  const height = Math.max(1, Math.round(box.height));
  const look = getComputedStyle(svg);
  const lines = wrap(caption.text, Math.max(20, Math.floor((width - 16) / 6.4)));
  const total = height + (lines.length === 0 ? 0 : lines.length * LINE + 14);
  const out = document.createElementNS(NAMESPACE, 'svg');
  out.setAttribute('xmlns', NAMESPACE);
  out.setAttribute('width', String(width));
  out.setAttribute('height', String(total));
  out.setAttribute('viewBox', `0 0 ${width} ${total}`);
  out.setAttribute('role', 'img');
  out.append(element('title', {}, caption.title), element('desc', {}, caption.text));
  out.append(element('rect', { width: String(width), height: String(total), fill: PAPER }));
  const plot = strip(svg);
  for (const [name, value] of [['x', '0'], ['y', '0'], ['width', String(width)], ['height', String(height)]] as const) plot.setAttribute(name, value);
  out.append(borrowed(plot), plot);
  const ink = plain(look.color);
  lines.forEach((text, i) =>
    out.append(element('text', { x: '8', y: String(height + 16 + i * LINE), fill: ink, 'font-size': '12.5', 'font-family': look.fontFamily }, text)),
  );
  return new XMLSerializer().serializeToString(out);
}

/** A copy of the plot with computed looks as attributes. Walks both trees together, because only the one in the page has looks. */
function strip(source: Element): Element {
  const copy = source.cloneNode(false) as Element;
  for (const { name } of [...copy.attributes]) {
    if (DROPPED.includes(name) || name.startsWith('data-') || name.startsWith('aria-') || name.startsWith('on')) copy.removeAttribute(name);
  }
  if (!isDefinition(source)) inline(source, copy);
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode());
    if (child instanceof SVGElement && child.dataset.figure !== 'skip' && getComputedStyle(child).display !== 'none') copy.append(strip(child));
  }
  return copy;
}

function isDefinition(of: Element): boolean {
  return ['defs', 'title', 'desc', 'clipPath', 'linearGradient', 'pattern'].includes(of.tagName);
}

function inline(source: Element, copy: Element): void {
  const look = getComputedStyle(source);
  const isText = source.tagName === 'text' || source.tagName === 'tspan';
  for (const name of STYLES) {
    if (TEXT_ONLY.has(name) && !isText) continue;
    const value = look.getPropertyValue(name);
    if (value === '' || value === DEFAULTS[name]) copy.removeAttribute(name);
    else copy.setAttribute(name, name === 'fill' || name === 'stroke' ? plain(value) : value);
  }
}

/** Definitions (hatches, clips) that the plot borrows from another drawing of the page. */
function borrowed(plot: Element): Element {
  const defs = element('defs', {});
  const own = new Set([...plot.querySelectorAll('[id]')].map((e) => e.id));
  for (const found of plot.outerHTML.matchAll(/url\((?:&quot;|"|')?#([^"'&)]+)/g)) {
    const id = found[1]!;
    const source = own.has(id) ? null : document.getElementById(id);
    if (source) defs.append(strip(source));
    own.add(id);
  }
  return defs;
}

/** Colours as rgb(): readers of SVG outside of browsers know no newer notation. */
function plain(colour: string): string {
  if (/^(none|rgb|#|url|transparent|context)/.test(colour)) return colour;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data as unknown as [number, number, number, number];
  return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
}

function element(name: string, attributes: Record<string, string>, text = ''): Element {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== '') made.textContent = text;
  return made;
}

/** Puts the figure on the clipboard, as a picture and as SVG where the browser can; else it is offered as a file. */
export async function copyFigure(svg: SVGSVGElement, caption: Caption): Promise<'copied' | 'saved'> {
  const text = standalone(svg, caption);
  try {
    const parts: Record<string, Blob | Promise<Blob>> = { 'image/png': picture(text) };
    const vector = new Blob([text], { type: 'image/svg+xml' });
    if (ClipboardItem.supports?.('image/svg+xml')) parts['image/svg+xml'] = vector;
    await navigator.clipboard.write([new ClipboardItem(parts)]);
    return 'copied';
  } catch {
    save(new Blob([text], { type: 'image/svg+xml' }), fileName(caption.title, 'svg'));
    return 'saved';
  }
}

/** The figure as dots, twice as fine as on the screen: what word processors paste. */
async function picture(text: string): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Offers a file as a download. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
