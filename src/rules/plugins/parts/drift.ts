import { quote } from "../../../core/show.ts";
import { type ExaminedPlugin, isPlaceholder, valueOf, withoutBuild } from "../../../model/plugin.ts";
import type { Finding } from "../../../model/rule.ts";

/** Longest part of a value in a message. */
const shown = 40;

/** Values of a key that differ from that of the first text that declares the same plugin. Absent ones do not. */
export function* drift({ declarations }: ExaminedPlugin, key: string): Generator<Finding> {
  for (const same of declarations) {
    const values = same.flatMap(({ file, object }) => {
      const value = valueOf(object, key);
      return value?.kind === "string" && !isPlaceholder(value.value) ? [{ file, ...value }] : [];
    });
    const [first, ...others] = values;
    for (const { file, range, value } of others)
      if (comparable(key, value) !== comparable(key, first!.value))
        yield {
          file,
          range,
          message: `${key} ${quote(value, shown)} differs from ${quote(first!.value, shown)} in ${first!.file}`,
          related: [{ file: first!.file, range: first!.range }],
        };
  }
}

function comparable(key: string, value: string): string {
  return key === "version" ? withoutBuild(value) : value;
}
