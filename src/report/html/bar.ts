import { type Content, html } from "./markup.ts";

/**
 * A bar of parts, in the colors of the key. Its figures are in the table beside it, so that it is hidden from screen
 * readers. It has attributes alone, as the policy allows no style of an element.
 */
export function drawBar(parts: readonly number[], whole: number): Content {
  const width = (amount: number): number => (whole > 0 ? Math.round((amount / whole) * 1000) : 0);
  let before = 0;
  const rects = parts.flatMap((part, at) => {
    const from = width(before);
    before += part;
    const size = width(before) - from;
    return size > 0 ? [html`<rect class="b${at + 1}" x="${from}" width="${size}" height="9"/>`] : [];
  });
  return html`<svg viewBox="0 0 1000 9" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}
