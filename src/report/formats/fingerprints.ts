import type { Diagnostic, Subject } from "../../model/report.ts";

/**
 * What stays the same of each finding of a subject while lines move and the file is renamed: its rule and the text of its line, blanks aside,
 * and which of several alike it is in its file. Where it has no line, its message stands for it.
 */
export function fingerprintsOf({ findings }: Subject): ReadonlyMap<Diagnostic, string> {
  const seen = new Map<string, number>();
  const prints = new Map<Diagnostic, string>();
  for (const finding of findings) {
    const print = hash(
      `${finding.ruleId}\n${(finding.excerpt?.line ?? finding.message).replace(/\s+/g, "")}`,
    );
    const place = `${finding.file}\n${print}`;
    const occurrence = (seen.get(place) ?? 0) + 1;
    seen.set(place, occurrence);
    prints.set(finding, `${print}:${occurrence}`);
  }
  return prints;
}

/** 64 bits as two FNV-1a of 32 over the UTF-16 units, the second from another start and over the units in swapped bytes: against chance, not against an adversary, as with GitHub's own. */
function hash(text: string): string {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ ((unit << 8) | (unit >> 8)), 0x01000193);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
