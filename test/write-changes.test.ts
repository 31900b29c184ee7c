import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { beforeAll, expect, it } from "vitest";
import type { FileChange } from "../src/model/file-change.ts";
import { removeLeftovers } from "../src/write/leftovers.ts";
import { lintUnwritten } from "../src/api/lint/lint.ts";
import { emptyMemory } from "../src/run/memory.ts";
import { selectLinted } from "../src/api/lint/select-linted.ts";
import { inKnownFolder } from "../src/write/known-folder.ts";
import { fill, replaceFile } from "../src/write/replace-file.ts";
import { writeChanges } from "../src/write/write-changes.ts";
import { makeTree } from "./support/tree.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";

const count = 400;
const before = "before\n".repeat(2_000);
const after = "after\n".repeat(2_000);
const names = Array.from({ length: count }, (_, at) => `${at}.md`);

let writer = "";

/** A program that writes changes as `skills lint --fix` does, and prints a line when it starts. */
beforeAll(async () => {
  const src = fileURLToPath(new URL("../src/", import.meta.url));
  const entry = `
    import { uninterrupted } from ${JSON.stringify(path.join(src, "write/signals.ts"))};
    import { writeChanges } from ${JSON.stringify(path.join(src, "write/write-changes.ts"))};
    const text = { before: "before\\n".repeat(2000), after: "after\\n".repeat(2000) };
    const names = Array.from({ length: ${count} }, (_, at) => at + ".md");
    process.stdout.write("begun\\n");
    await uninterrupted(() => writeChanges(names.map((from) => ({ directory: process.cwd(), label: ".", from, to: from, text }))));
    process.stdout.write("done\\n");
    setTimeout(() => {}, 10_000);
  `;
  const bundle = await rolldown({
    input: "entry",
    platform: "node",
    external: /^node:/,
    plugins: [
      {
        name: "entry",
        resolveId: (id: string) => (id === "entry" ? id : null),
        load: (id: string) => (id === "entry" ? entry : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  writer = output[0].code;
});

/** Runs the writer and kills it with the signal after its first write. */
async function interrupted(cwd: string, signal: NodeJS.Signals): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", writer], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  while (child.exitCode === null && !names.some((name) => isWritten(cwd, name)))
    await new Promise((resolve) => setImmediate(resolve));
  child.kill(signal);
  await once(child, "exit");
  return child;
}

function isWritten(cwd: string, name: string): boolean {
  return readFileSync(path.join(cwd, name), "utf8") === after;
}

function someFiles(): string {
  return makeTree(Object.fromEntries(names.map((name) => [name, before])));
}

function change(directory: string, from: string, text: FileChange["text"] = { before, after }): FileChange {
  return { directory, label: ".", from, to: from, text };
}

/** The files in the directory that were not there at first. */
function leftIn(cwd: string): readonly string[] {
  return readdirSync(cwd).filter((name) => !names.includes(name));
}

it("leaves every file complete when killed, and cleans up on the next run", async () => {
  const cwd = someFiles();
  const { signalCode } = await interrupted(cwd, "SIGKILL");
  expect(signalCode).toBe("SIGKILL");
  const texts = names.map((name) => readFileSync(path.join(cwd, name), "utf8"));
  expect(new Set(texts)).toEqual(new Set([before, after]));
  expect(leftIn(cwd).length).toBeLessThanOrEqual(1);
  writeChanges([change(cwd, names.at(-1)!)]);
  expect(leftIn(cwd)).toEqual([]);
});

it.each(["SIGINT", "SIGTERM"] as const)("completes its work before it ends with %s", async (signal) => {
  const cwd = someFiles();
  const { signalCode } = await interrupted(cwd, signal);
  expect(signalCode).toBe(signal);
  expect(names.every((name) => isWritten(cwd, name))).toBe(true);
  expect(leftIn(cwd)).toEqual([]);
});

it("removes only the leftovers of ended processes", () => {
  const dead = ".skills-2147483646-0123456789abcdef.tmp";
  const others = [
    `.skills-${process.pid}-0123456789abcdef.tmp`,
    ".skills-1-0123456789abcdef.tmp",
    ".skills-2147483646-0123456789abcde.tmp",
    ".skills-2147483646-0123456789abcdef.tmp.md",
    "skills-2147483646-0123456789abcdef.tmp",
  ];
  const cwd = makeTree(Object.fromEntries(["a.md", dead, ...others].map((name) => [name, ""])));
  removeLeftovers(cwd);
  expect(readdirSync(cwd)).toEqual(["a.md", ...others].sort());
});

it("sets the executable bit and converts the line endings of a 1 MiB script quickly", () => {
  const lines = "echo a b c d e f\r\n".repeat(58_000);
  const cwd = makeTree({ "run.sh": lines });
  chmodSync(path.join(cwd, "run.sh"), 0o640);
  const started = cpuTime();
  writeChanges([
    {
      ...change(cwd, "run.sh", { before: lines, after: lines.replaceAll("\r\n", "\n") }),
      executable: { before: false, after: true },
    },
  ]);
  expect(cpuTime() - started).toBeLessThan(linearLimit);
  expect([
    readFileSync(path.join(cwd, "run.sh"), "utf8").includes("\r"),
    statSync(path.join(cwd, "run.sh")).mode & 0o777,
  ]).toEqual([false, 0o750]);
});

it("writes nothing if one of the files has changed", () => {
  const cwd = makeTree({ "a.md": before, "b.md": before, "c.md": before });
  writeFileSync(path.join(cwd, "b.md"), "else");
  expect(() => writeChanges(["a.md", "b.md"].map((name) => change(cwd, name)))).toThrow(
    "it has changed since it was read",
  );
  symlinkSync("c.md", path.join(cwd, "d.md"));
  expect(() => writeChanges(["a.md", "d.md"].map((name) => change(cwd, name)))).toThrow(
    "it is no longer a plain file",
  );
  expect(readFileSync(path.join(cwd, "a.md"), "utf8")).toBe(before);
});

const onUnix = it.skipIf(process.platform === "win32");

/** A skill with a fixable finding, and another directory with the same content. */
function twoAlike(): { readonly cwd: string; readonly text: string; readonly swap: () => void } {
  const text =
    "\ufeff---\nname: a\ndescription: Sorts songs. Use when songs are to be sorted.\n---\n\nDo it.\n";
  const cwd = makeTree({
    "skills/a/SKILL.md": text,
    "skills/a/references/x.md": "X.\n",
    "other/SKILL.md": text,
    "other/references/x.md": "X.\n",
  });
  const swap = (): void => {
    renameSync(path.join(cwd, "skills/a"), path.join(cwd, "moved"));
    symlinkSync("../other", path.join(cwd, "skills/a"));
  };
  return { cwd, text, swap };
}

const refused = "another directory has replaced the skill's";

onUnix("does not write to a directory that replaced the skill after reading", async () => {
  const { cwd, text, swap } = twoAlike();
  const { changes } = await lintUnwritten({ paths: ["skills"], cwd, fix: "safe" });
  expect(changes.length).toBe(1);
  swap();
  expect(() => writeChanges(changes)).toThrow(`cannot write "skills/a/SKILL.md": ${refused}`);
  for (const place of ["other", "moved"])
    expect([
      readFileSync(path.join(cwd, place, "SKILL.md"), "utf8"),
      readdirSync(path.join(cwd, place)),
    ]).toEqual([text, ["SKILL.md", "references"]]);
});

onUnix("does not read a directory that replaced the skill after discovery", async () => {
  const { cwd, swap } = twoAlike();
  const options = { paths: ["skills"], cwd, fix: "safe" } as const;
  const selected = await selectLinted(options);
  swap();
  const { changes, report } = await lintUnwritten(options, { ...emptyMemory(), selected });
  expect(changes).toEqual([]);
  expect(report.subjects.flatMap(({ partial }) => partial)).toEqual(
    ["SKILL.md", "references/x.md"].map((file) => ({
      path: file,
      reason: "the directory was replaced while the skill was read",
    })),
  );
});

it.skipIf(process.platform !== "linux")(
  "writes into the directory that it has open, wherever that was moved",
  () => {
    const { cwd, text, swap } = twoAlike();
    const file = path.join(cwd, "skills/a/SKILL.md");
    const stats = statSync(file);
    inKnownFolder(change(path.dirname(file), "SKILL.md"), "a/SKILL.md", (folder) => {
      swap();
      replaceFile(path.join(folder, "SKILL.md"), Buffer.from("new"), stats, "a/SKILL.md");
    });
    expect(readFileSync(path.join(cwd, "moved/SKILL.md"), "utf8")).toBe("new");
    expect(readFileSync(path.join(cwd, "other/SKILL.md"), "utf8")).toBe(text);
  },
);

onUnix("does not write through a symlink or out of a skill", () => {
  const cwd = makeTree({ "a/docs/x.md": before, "b/x.md": before });
  symlinkSync("../b", path.join(cwd, "a/linked"));
  for (const from of ["linked/x.md", "../b/x.md", "docs/../../b/x.md"])
    expect(() => writeChanges([change(path.join(cwd, "a"), from)])).toThrow(
      "its path contains a symlink or is outside the skill",
    );
  writeChanges([change(path.join(cwd, "a"), "docs/x.md")]);
  expect([
    readFileSync(path.join(cwd, "a/docs/x.md"), "utf8"),
    readFileSync(path.join(cwd, "b/x.md"), "utf8"),
  ]).toEqual([after, before]);
});

onUnix("fixes a skill that is named by a link", async () => {
  const { cwd, text } = twoAlike();
  symlinkSync("skills/a", path.join(cwd, "link"));
  const { changes } = await lintUnwritten({ paths: ["link"], cwd, fix: "safe" });
  writeChanges(changes);
  expect(readFileSync(path.join(cwd, "skills/a/SKILL.md"), "utf8")).toBe(text.slice(1));
});

onUnix("makes no file where one is already, and none where a link leads", () => {
  const cwd = makeTree({ "a.md": before });
  symlinkSync("a.md", path.join(cwd, "linked.md"));
  symlinkSync("b.md", path.join(cwd, "dangling.md"));
  for (const name of ["a.md", "linked.md", "dangling.md"])
    expect(() => fill(path.join(cwd, name), Buffer.from(after))).toThrow("EEXIST");
  expect([readFileSync(path.join(cwd, "a.md"), "utf8"), readdirSync(cwd).toSorted()]).toEqual([
    before,
    ["a.md", "dangling.md", "linked.md"],
  ]);
});
