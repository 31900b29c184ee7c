import { grouped } from "../core/sentence.ts";
import type { Io } from "./io.ts";

/** With fewer steps there is nothing to wait for. */
const many = 20;

interface Progress {
  readonly step: (index: number, of: number) => void;
  /** Leaves nothing behind. */
  readonly end: () => void;
}

/** How far work over many skills has come, on one line of standard error where that is a terminal. */
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
