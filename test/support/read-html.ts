import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** An element of a page. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly text: string;
  /** The tags around it, outermost first. */
  readonly inside: readonly string[];
}

const reader = fileURLToPath(new URL("read-html.py", import.meta.url));

/** The elements of pages; fails if a tag is not closed where it should be. */
export function readPages(pages: readonly string[]): readonly (readonly Element[])[] {
  const printed = execFileSync("python3", [reader], {
    input: JSON.stringify(pages),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const found: readonly { readonly elements: readonly Element[]; readonly wrong: readonly string[] }[] =
    JSON.parse(printed);
  expect(found.map(({ wrong }) => wrong)).toEqual(pages.map(() => []));
  return found.map(({ elements }) => elements);
}
