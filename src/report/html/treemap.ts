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

/** The drawing in its own units; the page scales it. */
const whole: Box = { x: 0, y: 0, width: 1000, height: 420 };

/** More tiles are too small to be seen. */
const most = 120;

/** Units of a character, and of a line. */
const letter = { width: 10.5, height: 22 };

/**
 * The parts as rectangles whose areas are their amounts, largest first, near squares (Bruls, Huizing and van Wijk,
 * Squarified Treemaps, 2000). Its figures have to be in a table beside it, so that it is hidden from screen readers.
 */
export function drawTreemap(tiles: readonly Tile[]): Content {
  const sorted = tiles.filter(({ amount }) => amount > 0).toSorted((a, b) => b.amount - a.amount);
  const shown = sorted.slice(0, most);
  if (shown.length === 0) return undefined;
  const boxes = squarify(
    shown.map(({ amount }) => amount),
    whole,
  );
  return html`<svg class="map" viewBox="0 0 ${whole.width} ${whole.height}" aria-hidden="true">${shown.map((tile, at) => drawTile(tile, boxes[at]!))}</svg>`;
}

function drawTile({ title, amount, color }: Tile, { x, y, width, height }: Box): Content {
  const room = Math.floor((width - 12) / letter.width);
  const fits = room >= 4 && height >= letter.height + 4;
  const both = height >= 2 * letter.height + 6;
  return html`<g><title>${cut(title, 200)}: ${grouped(amount)}</title><rect class="b${color}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>${
    fits
      ? html`<text class="t${color}" x="${round(x + 6)}" y="${round(y + letter.height)}">${shorten(title, room)}</text>`
      : undefined
  }${
    fits && both
      ? html`<text class="t${color}" x="${round(x + 6)}" y="${round(y + 2 * letter.height)}">${grouped(amount)}</text>`
      : undefined
  }</g>`;
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
