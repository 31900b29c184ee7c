import { show } from "../core/show.ts";
import type { Io } from "./io.ts";

/** Prints a patch: byte for byte for `patch` and `git apply`, and escaped on a terminal. */
export function writePatch(patch: string, { stdout }: Pick<Io, "stdout">): void {
  stdout.write(
    stdout.isTTY
      ? patch
          .split("\n")
          .map((line) => show(line, Infinity))
          .join("\n")
      : patch,
  );
}
