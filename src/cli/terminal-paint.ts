import colors from "picocolors";
import type { Paint } from "../model/paint.ts";

const { bold, dim, green, red, yellow, cyan, underline } = colors.createColors(true);

/** For a terminal that knows colors. */
export const colorPaint: Paint = {
  bold,
  dim,
  good: green,
  changed: underline,
  severity: { error: red, warning: yellow, info: cyan },
  link: (text) => text,
  command: "skills",
};
