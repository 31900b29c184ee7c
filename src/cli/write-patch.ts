import type { Paint } from "../model/paint.ts";
import { drawPatch } from "../report/drawing/patch-text.ts";
import type { Io } from "./io.ts";

/** Prints a patch: byte for byte for `patch` and `git apply`, and escaped, with colors, on a terminal. */
export function writePatch(patch: string, paint: Paint, { stdout }: Pick<Io, "stdout">): void {
  stdout.write(stdout.isTTY ? drawPatch(patch, paint) : patch);
}
