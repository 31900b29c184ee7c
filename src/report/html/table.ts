import { type Content, html } from "./markup.ts";

interface TableLook {
  /** The heads of the columns; none if the table has no head. */
  readonly heads?: readonly string[];
  /** The head of the last column, whose cells of class "wide" have bars: a narrow window has no room for them. */
  readonly bars?: string;
  /** A class of the table. */
  readonly kind?: string;
}

/** A table that scrolls sideways in a narrow window, also with the keyboard, as a region with a name. */
export function drawTable(name: string, rows: Content, { heads = [], bars, kind }: TableLook = {}): Content {
  const cells = [
    heads.map((head) => html`<th scope="col">${head}</th>`),
    bars === undefined ? undefined : html`<th scope="col" class="wide">${bars}</th>`,
  ];
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table${kind === undefined ? undefined : html` class="${kind}"`}>
    ${heads.length === 0 ? undefined : html`<thead><tr>${cells}</tr></thead>`}
    <tbody>${rows}</tbody></table></div>`;
}
