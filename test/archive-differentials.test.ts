import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { nameProblem } from "../src/archive/name-problem.ts";
import { openArchive } from "../src/archive/open-archive.ts";
import { ArchiveRefused } from "../src/model/archive.ts";
import { skillEntry } from "./support/benign-archives.ts";
import {
  confuseSizes,
  hiddenZip64,
  sizeConfusions,
  type SizeConfusion,
} from "./support/hostile-differentials.ts";
import { needsFirstOf } from "./support/needs.ts";
import { makeTree } from "./support/tree.ts";
import { buildZip, type Entry } from "./support/zip-builder.ts";

async function verdict(bytes: Uint8Array): Promise<string> {
  return openArchive(bytes).then(
    () => "accepted",
    (thrown: unknown) => (thrown instanceof ArchiveRefused ? thrown.code : `uncaught ${String(thrown)}`),
  );
}

it("accepts only consistent sizes among 4,608 combinations of four size fields", async () => {
  const accepted: SizeConfusion[] = [];
  const codes = new Set<string>();
  const all = sizeConfusions();
  for (const confusion of all) {
    const code = await verdict(confuseSizes(confusion));
    if (code === "accepted") accepted.push(confusion);
    else codes.add(code);
  }
  expect(all.length).toBe(4_608);
  expect(accepted).toEqual(all.filter(saysOneThing));
  expect(accepted.length).toBe(8);
  expect([...codes].sort()).toEqual([
    "descriptor",
    "descriptor-stored",
    "inflate",
    "mismatch",
    "size",
    "span-gap",
    "zip64",
  ]);
});

/** A local header may leave a size to the descriptor, but a streaming reader of stored data needs the packed size. */
function saysOneThing({ deflate, zero, descriptor, local64, central64 }: SizeConfusion): boolean {
  if (local64 > 0 || central64 > 0 || zero.centralPacked || zero.centralSize) return false;
  return descriptor === undefined
    ? !zero.localPacked && !zero.localSize
    : descriptor === 0 && (deflate || !zero.localPacked);
}

it("accepts only bytes in names that every system allows, whatever system made the archive", async () => {
  const refused = /[^ -~]|[\\<>:"|?*]/;
  for (let byte = 0; byte < 256; byte++) {
    for (const host of [0, 3, 19]) {
      const name = Buffer.from("demo/a.b");
      name[6] = byte;
      const expected =
        byte > 0x7f ? "name-no-utf8-flag" : refused.test(name.toString("latin1")) ? "name-char" : "accepted";
      expect(
        await verdict(
          buildZip([skillEntry, { name, host, mode: host === 0 ? 0 : 0o100644, both: { flags: 0 } }]),
        ),
        `byte ${byte} on system ${host}`,
      ).toBe(expected);
    }
  }
});

it("refuses an archive hidden after a zip64 end record, however the end refers to it", async () => {
  const codes = await Promise.all(Array.from({ length: 32 }, async (_, bits) => verdict(hiddenZip64(bits))));
  expect(codes.filter((code) => !["zip64", "multidisk", "entry-comment"].includes(code))).toEqual([]);
});

const readers = {
  unzip: "unzip -qq ../all.zip",
  bsdtar: "bsdtar -xf ../all.zip",
  "7z": "7z x -bd ../all.zip >/dev/null",
  "Python's zipfile": "python3 -m zipfile -e ../all.zip .",
} as const;

const onUnix = it.skipIf(process.platform === "win32");

onUnix.each(Object.entries(readers))("accepts no name in ASCII that %s reads otherwise", (_, command) => {
  needsFirstOf(command);
  for (const host of [0, 3, 11]) {
    const names = oddNames();
    const entries: readonly Entry[] = names.map((name) => ({
      name,
      data: name,
      host,
      mode: host === 3 || host === 19 ? 0o100644 : 0,
    }));
    const root = makeTree({ "all.zip": buildZip(entries), "into/.keep": "" });
    const into = path.join(root, "into");
    execFileSync("bash", ["-euo", "pipefail", "-c", `rm .keep; ${command}`], {
      cwd: into,
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    const found = readdirSync(into, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(path.join(into, name)).isFile(),
    );
    expect(found.sort(), `made on system ${host}`).toEqual([...names].sort());
  }
});

/**
 * Accepted names with every ASCII sign, a digit and a letter at the start, in the middle and at the end of a file's or
 * directory's name.
 */
function oddNames(): readonly string[] {
  const characters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).filter(
    (character) => !/[a-zB-Z1-9]/.test(character),
  );
  const positions = [
    (character: string) => `1/${character}a`,
    (character: string) => `2/a${character}`,
    (character: string) => `3/a${character}1`,
    (character: string) => `4/a.md${character}1`,
    (character: string) => `5/a${character}/b`,
    (character: string) => `6/#U00e9${character}`,
    (character: string) => `7/a${character.repeat(3)}`,
  ];
  return positions
    .flatMap((position) => characters.map(position))
    .filter((name) => name.split("/").every((step) => step !== "") && nameProblem(name) === undefined);
}
