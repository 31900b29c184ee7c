import type { Diagnostic, Subject } from "../../model/report.ts";

/**
 * An id for each finding of a subject that stays the same when lines move or the file is renamed. It is made of the
 * rule, the text of the line without spaces (the message, if there is no line), and the finding's number among equal
 * ones in the file.
 */
export function fingerprintsOf({ findings }: Subject): ReadonlyMap<Diagnostic, string> {
  const seen = new Map<string, number>();
  const prints = new Map<Diagnostic, string>();
  for (const finding of findings) {
    const print = hash(
      `${finding.ruleId}\n${(finding.excerpt?.line ?? finding.message).replace(/\s+/g, "")}`,
    );
    const key = `${finding.file}\n${print}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    prints.set(finding, `${print}:${occurrence}`);
  }
  return prints;
}

/**
 * A 64-bit hash: two 32-bit FNV-1a hashes over the UTF-16 units, the second with another start value and swapped
 * bytes. It prevents accidental collisions only, like GitHub's own fingerprints.
 */
export function hash(text: string): string {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ ((unit << 8) | (unit >> 8)), 0x01000193);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
