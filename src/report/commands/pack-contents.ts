import { leftOutReasons, type LeftOut } from "../../model/left-out.ts";
import type { PackedArchive } from "../../results/pack.ts";
import { grouped } from "../../core/sentence.ts";
import type { Paint } from "../drawing/paint.ts";
import { clean } from "../drawing/width.ts";

/** Every file that goes in, with its mode and size, and all that stays out, with the reason. */
export function drawContents({ files, leftOut }: PackedArchive, paint: Paint): readonly string[] {
  const sizes = files.map(({ size }) => grouped(size));
  const width = Math.max(0, ...sizes.map((size) => size.length));
  const rows = files.map(
    ({ path, executable }, index) =>
      `  ${executable ? paint.good("755") : paint.dim("644")}  ${sizes[index]!.padStart(width)}  ${clean(path)}`,
  );
  return [...rows, ...drawLeftOut(leftOut, paint)];
}

function drawLeftOut(leftOut: readonly LeftOut[], paint: Paint): readonly string[] {
  if (leftOut.length === 0) return [];
  const names = leftOut.map(({ path, directory }) => `${clean(path)}${directory ? "/" : ""}`);
  const width = Math.min(40, Math.max(...names.map(({ length }) => length)));
  return [
    "  left out",
    ...leftOut.map(
      ({ reason }, index) =>
        `  ${paint.dim("  -")}  ${names[index]!.padEnd(width)}  ${paint.dim(leftOutReasons[reason].noun)}`,
    ),
  ];
}

/** "3: caches 2, evals 1": how much stays out, and why, in the order of the reasons; undefined where nothing does. */
export function countLeftOut(leftOut: readonly LeftOut[]): string | undefined {
  const parts = Object.entries(leftOutReasons).flatMap(([reason, { noun }]) => {
    const amount = leftOut.filter((each) => each.reason === reason).length;
    return amount > 0 ? [`${noun} ${grouped(amount)}`] : [];
  });
  return parts.length > 0 ? `${grouped(leftOut.length)}: ${parts.join(", ")}` : undefined;
}
