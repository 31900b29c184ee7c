import { grouped } from "../core/sentence.ts";
import type { Io } from "./io.ts";

/** Progress is shown only for more skills than this, as fewer take no noticeable time. */
const many = 20;

export interface Progress {
  readonly step: (index: number, of: number) => void;
  /** Clears the line. */
  readonly end: () => void;
}

/** Shows the progress over many skills on one line of standard error, if it is a terminal. */
export function showProgress(doing: string, { stderr }: Io): Progress {
  let shown = false;
  return {
    step: (index, of) => {
      if (of <= many || !stderr.isTTY) return;
      shown = true;
      stderr.write(`\r${doing} ${grouped(index + 1)} of ${grouped(of)}`);
    },
    end: () => {
      if (shown) stderr.write("\r\x1b[K");
    },
  };
}
