import { chmodSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { placeFiles, readLines, type ConformanceCase } from "./support/cases.ts";
import { compareWithReference, type Difference } from "./support/reference-answers.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

const cases = readLines<ConformanceCase>(new URL("../fixtures/reference/cases.jsonl", import.meta.url));

async function differencesOf({ files, skill, reference }: ConformanceCase): Promise<readonly Difference[]> {
  const root = placeFiles(files);
  const compare = () => compareWithReference(root, skill, reference);
  try {
    if (!files.some(({ unreadable }) => unreadable)) return compare();
    chmodSync(root, 0o755);
    return await unprivileged(compare);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const answered = cases.filter(({ files }) => canBeDenied || !files.some(({ unreadable }) => unreadable));
const differences: (Difference & { readonly id: string })[] = [];
for (const entry of answered) {
  for (const difference of await differencesOf(entry)) differences.push({ id: entry.id, ...difference });
}

it("answers every conformance case as the reference does, except for permitted differences", () => {
  expect(differences.filter(({ permitted }) => permitted === undefined)).toEqual([]);
  expect(answered.length).toBe(483);
});

it("uses the permitted differences only in these cases", () => {
  const used = new Map<string, Set<string>>();
  for (const { id, permitted } of differences)
    used.set(String(permitted), (used.get(String(permitted)) ?? new Set()).add(id));
  expect(
    Object.fromEntries(Array.from(used, ([permitted, ids]) => [permitted, [...ids]])),
  ).toMatchInlineSnapshot(`
    {
      "crash": [
        "0471-yaml-over-codepoint",
        "0689-encoding-utf16le-bom",
        "0703-encoding-ff-eol",
        "0715-encoding-vt-in-plain",
        "0717-encoding-nul-in-fm",
        "0719-encoding-nul-name",
        "0721-encoding-esc-in-fm",
        "0723-encoding-c1-in-fm",
        "0725-encoding-nonchar-fffe",
        "0729-encoding-latin1-fm",
        "0731-encoding-invalid-lone-cont",
        "0733-encoding-overlong-slash",
        "0735-encoding-truncated-seq",
        "0737-encoding-cesu8-emoji",
        "0739-encoding-invalid-in-name",
        "0741-encoding-shift-jis",
        "0743-encoding-gzip",
        "0765-size-nest-block-500",
        "0838-fs-skill-md-is-directory",
      ],
      "safety": [
        "0842-fs-symlink-absolute",
        "0848-fs-symlink-dev-null",
      ],
      "time-out": [
        "0761-size-list-5000",
      ],
    }
  `);
});
