import { grouped } from "../../core/sentence.ts";
import { type Content, cut, html } from "./markup.ts";

/** A part of a whole. */
export interface Tile {
  readonly title: string;
  readonly amount: number;
  /** The number of a color of the bars. */
  readonly color: 1 | 2 | 3;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In the pixels of a phone, so that labels can be read there; a wider window enlarges it. */
const whole: Box = { x: 0, y: 0, width: 328, height: 220 };

/** Tiles that are drawn, and the least part of these together that can be seen. */
const most = { tiles: 24, part: 1 / 60 };

/** Units of a character, and of a line. */
const letter = { width: 6.5, height: 15 };

/**
 * The parts as rectangles whose areas are their amounts, largest first, near squares (Bruls, Huizing and van Wijk,
 * Squarified Treemaps, 2000). Its figures have to be in a table beside it, so that it is hidden from screen readers.
 */
export function drawTreemap(tiles: readonly Tile[]): Content {
  const sorted = tiles.filter(({ amount }) => amount > 0).toSorted((a, b) => b.amount - a.amount);
  if (sorted.length === 0) return undefined;
  const shown = sorted.slice(0, most.tiles);
  while (shown.at(-1)!.amount < sumOf(shown) * most.part) shown.pop();
  const rest = sorted.slice(shown.length);
  const others: Tile = { title: `${grouped(rest.length)} more`, amount: sumOf(rest), color: 3 };
  // Very many others would leave no room for the largest ones.
  const isWhole = others.amount <= sumOf(shown);
  const drawn = rest.length > 0 && isWhole ? [...shown, others] : shown;
  const placed = drawn.toSorted((a, b) => b.amount - a.amount);
  const boxes = squarify(
    placed.map(({ amount }) => amount),
    whole,
  );
  return html`<svg class="map" viewBox="0 0 ${whole.width} ${whole.height}" aria-hidden="true">${placed.map((tile, at) => drawTile(tile, boxes[at]!))}</svg>${isWhole ? undefined : html`<p class="quiet">The largest ${shown.length} of ${grouped(sorted.length)}.</p>`}`;
}

function sumOf(tiles: readonly Tile[]): number {
  return tiles.reduce((sum, { amount }) => sum + amount, 0);
}

/** The title is also a tip if its label is too long for the tile. */
function drawTile({ title, amount, color }: Tile, { x, y, width, height }: Box): Content {
  const room = Math.floor((width - 8) / letter.width);
  const fits = room >= 4 && height >= letter.height + 4;
  const both = height >= 2 * letter.height + 4 && grouped(amount).length <= room;
  const label = fits ? shorten(title, room) : "";
  const line = (at: number, text: string): Content =>
    html`<text class="t${color}" x="${round(x + 4)}" y="${round(y + at * letter.height)}">${text}</text>`;
  return html`<g>${label === title && both ? undefined : html`<title>${cut(title, 200)}: ${grouped(amount)}</title>`}<rect class="b${color}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>${fits ? line(1, label) : undefined}${fits && both ? line(2, grouped(amount)) : undefined}</g>`;
}

function round(amount: number): number {
  return Math.round(amount * 10) / 10;
}

function shorten(title: string, room: number): string {
  const characters = Array.from(cut(title, 200));
  return characters.length <= room ? characters.join("") : `${characters.slice(0, room - 1).join("")}…`;
}

/** A box for each amount, in their order; they are sorted, largest first. */
function squarify(amounts: readonly number[], room: Box): readonly Box[] {
  const boxes: Box[] = [];
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const areas = amounts.map((amount) => (amount / total) * room.width * room.height);
  let left = room;
  for (let at = 0; at < areas.length; ) {
    const side = Math.min(left.width, left.height);
    let end = at + 1;
    while (end < areas.length && worst(areas.slice(at, end + 1), side) <= worst(areas.slice(at, end), side))
      end++;
    const row = layRow(areas.slice(at, end), left);
    boxes.push(...row.boxes);
    left = row.left;
    at = end;
  }
  return boxes;
}

/** The ratio of the sides of the least square box of a row along a side. */
function worst(areas: readonly number[], side: number): number {
  const sum = areas.reduce((all, area) => all + area, 0);
  const thickness = sum / side;
  return Math.max(...areas.map((area) => Math.max(thickness ** 2 / area, area / thickness ** 2)));
}

/** A row along the shorter side of what is left. */
function layRow(
  areas: readonly number[],
  { x, y, width, height }: Box,
): { readonly boxes: readonly Box[]; readonly left: Box } {
  const sum = areas.reduce((all, area) => all + area, 0);
  const isTall = width >= height;
  const thickness = sum / (isTall ? height : width);
  let before = 0;
  const boxes = areas.map((area) => {
    const length = area / thickness;
    const box = isTall
      ? { x, y: y + before, width: thickness, height: length }
      : { x: x + before, y, width: length, height: thickness };
    before += length;
    return box;
  });
  const left = isTall
    ? { x: x + thickness, y, width: Math.max(0, width - thickness), height }
    : { x, y: y + thickness, width, height: Math.max(0, height - thickness) };
  return { boxes, left };
}
