/** Colors of the SGR codes that our text reporter writes, on a dark ground. */
const colors: Readonly<Record<string, string>> = {
  "31": "#ff7b72",
  "32": "#7ee787",
  "33": "#e3b341",
  "36": "#79c0ff",
  "34": "#79c0ff",
  "90": "#8b949e",
};

const rowHeight = 19;
const cellWidth = 8.43;

/** A terminal's output as an SVG picture; `columns` wide. Equal output gives an equal picture. */
export function terminalPicture(output: string, columns: number): string {
  const rows = output.trimEnd().split("\n");
  const width = Math.round(columns * cellWidth + 32);
  const height = rows.length * rowHeight + 32;
  const lines = rows.map(
    (row, at) =>
      `<text x="16" y="${16 + (at + 1) * rowHeight - 5}" xml:space="preserve">${spans(row)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...lines,
    "</svg>",
    "",
  ].join("\n");
}

function spans(row: string): string {
  let style = new Set<string>();
  return row
    .split(/\x1b\[([\d;]*)m/)
    .map((piece, at) => {
      if (at % 2 === 1) {
        style = nextStyle(style, piece);
        return "";
      }
      return piece && `<tspan${attributes(style)}>${escapeXml(piece)}</tspan>`;
    })
    .join("");
}

function nextStyle(style: ReadonlySet<string>, codes: string): Set<string> {
  const next = new Set(style);
  for (const code of codes.split(";")) {
    if (code === "" || code === "0") next.clear();
    else if (code === "22") ["1", "2"].forEach((weight) => next.delete(weight));
    else if (code === "39") Object.keys(colors).forEach((color) => next.delete(color));
    else next.add(code);
  }
  return next;
}

function attributes(style: ReadonlySet<string>): string {
  const color = [...style].flatMap((code) => colors[code] ?? []).at(-1);
  return `${color ? ` fill="${color}"` : ""}${style.has("1") ? ' font-weight="bold"' : ""}${style.has("2") ? ' opacity="0.65"' : ""}${style.has("4") ? ' text-decoration="underline"' : ""}`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
