import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findSkill } from "../src/archive/find-skills.ts";
import { openArchive } from "../src/archive/open-archive.ts";
import { readSnapshot } from "../src/read/snapshot.ts";
import { createFile } from "../src/write/create-file.ts";
import { needs } from "./support/needs.ts";
import { pack, packedPaths } from "./support/packing.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { canBeDenied, unprivileged } from "./support/unprivileged.ts";

const binary = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

/** A skill of some megabytes, an earlier archive of it, and a directory for a new one. */
function makeLarge(megabytes: number): string {
  return makeTree({
    "s/SKILL.md": skillMd("s"),
    "s/assets/data.bin": Buffer.alloc(megabytes * 2 ** 20, "x"),
    "out/s.zip": "old",
  });
}

function limited(limit: string, cwd: string): { readonly status: number | null; readonly stderr: string } {
  return spawnSync("prlimit", [limit, process.execPath, binary, "pack", "s", "--out-dir", "out"], {
    cwd,
    encoding: "utf8",
  });
}

function contentOf(cwd: string): readonly [string, readonly string[]] {
  return [
    readFileSync(path.join(cwd, "out/s.zip"), "latin1").slice(0, 4),
    readdirSync(path.join(cwd, "out")),
  ];
}

const untouched = ["old", ["s.zip"]];

it("leaves only the earlier archive if there is no space for the new one", () => {
  needs("prlimit");
  const cwd = makeLarge(2);
  expect(limited("--fsize=1048576", cwd)).toMatchObject({
    status: 2,
    stderr: 'skills: cannot write "out/s.zip": file is too large for the system\n',
  });
  expect(contentOf(cwd)).toEqual(untouched);
});

it("needs few open files for a skill with many", async () => {
  needs("prlimit");
  const cwd = makeTree({
    "s/SKILL.md": skillMd("s"),
    "out/s.zip": "old",
    ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`s/d${index % 30}/${index}.md`, "x"])),
  });
  expect(limited("--nofile=32", cwd)).toMatchObject({ status: 0, stderr: "" });
  expect((await packedPaths(path.join(cwd, "out/s.zip"))).length).toBe(302);
});

it.skipIf(!canBeDenied)(
  "names the file that it may not read or write, and leaves the earlier archive",
  async () => {
    // Imports lazy modules now: the other user may have no access to the clone.
    expect((await pack(makeTree({ "s/SKILL.md": skillMd("s") }), "s")).code).toBe(0);
    const cwd = makeTree({ "s/SKILL.md": skillMd("s"), "s/a/key.txt": "x", "out/s.zip": "old" });
    chmodSync(path.join(cwd, "s/a/key.txt"), 0);
    chmodSync(cwd, 0o755);
    chmodSync(path.join(cwd, "out"), 0o555);
    const denied = () => unprivileged(() => pack(cwd, "s", "--out-dir", "out"));
    expect(await denied()).toEqual({
      code: 2,
      stdout: "",
      stderr: 'skills: cannot read "s/a/key.txt": permission denied\n',
    });
    chmodSync(path.join(cwd, "s/a/key.txt"), 0o644);
    chmodSync(path.join(cwd, "s/a"), 0);
    expect(await denied()).toEqual({
      code: 2,
      stdout: "",
      stderr: 'skills: cannot read "s/a": permission denied\n',
    });
    chmodSync(path.join(cwd, "s/a"), 0o755);
    expect(await denied()).toEqual({
      code: 2,
      stdout: "",
      stderr: 'skills: cannot write "out/s.zip": permission denied\n',
    });
    expect(contentOf(cwd)).toEqual(untouched);
  },
);

it("refuses a FIFO and a socket by name without waiting for them", async () => {
  const cwd = makeTree({ "s/SKILL.md": skillMd("s"), "out/s.zip": "old" });
  execFileSync("mkfifo", [path.join(cwd, "s/pipe")]);
  const server = createServer().listen(path.join(cwd, "s/socket"));
  await once(server, "listening");
  const { code, stdout } = await pack(cwd, "s", "--out-dir", "out");
  server.close();
  expect(code).toBe(1);
  for (const name of ["pipe", "socket"])
    expect(stdout).toContain(
      `s/${name}\n  error  "${name}" is a FIFO, a socket or a device, not a regular file  archive-type\n`,
    );
  expect(contentOf(cwd)).toEqual(untouched);
});

/** Files to read, with a change made to an earlier one before the last is read. */
function after(
  act: () => void,
  file: string,
  size: number,
): { readonly path: string; readonly size: number } {
  return {
    get path() {
      act();
      return file;
    },
    size,
  };
}

it("refuses a file that changes, shrinks, grows or is removed while the skill is read", () => {
  const cwd = makeTree({ a: "aaaa", b: "bbbb" });
  const file = path.join(cwd, "a");
  const a = { path: "a", size: 4 };
  const read = (act: () => void) => () => readSnapshot(cwd, "s", [a, after(act, "b", 4)]);
  expect(read(() => {})().get("b")?.bytes).toEqual(Buffer.from("bbbb"));
  const changes = [
    () => writeFileSync(file, "AAAA"),
    () => truncateSync(file, 2),
    () => writeFileSync(file, "aaaaa"),
    () => chmodSync(file, 0o755),
    () => rmSync(file),
  ];
  for (const change of changes) {
    writeFileSync(file, "aaaa");
    expect(read(change)).toThrow('"s/a" changed while it was read');
  }
  writeFileSync(file, "aaaa");
  const exchange = () => {
    writeFileSync(path.join(cwd, "c"), "cccc");
    renameSync(path.join(cwd, "c"), file);
  };
  expect(read(exchange)).toThrow('"s/a" changed while it was read');
  expect(() => readSnapshot(cwd, "s", [{ path: "b", size: 3 }])).toThrow('"s/b" changed while it was read');
  expect(() => readSnapshot(cwd, "s", [{ path: "gone", size: 3 }])).toThrow(
    'cannot read "s/gone": no such file or directory',
  );
});

it("packs a consistent snapshot, or nothing, while another process writes to the skill", async () => {
  const cwd = makeTree({ "s/SKILL.md": skillMd("s"), "s/a": "0000000", "s/b": "0000000" });
  const writer = spawn(
    process.execPath,
    [
      "-e",
      'const fs = require("fs"); for (let n = 1; ; n++) for (const file of ["a", "b"]) { fs.writeFileSync("new", String(n).padStart(7, "0")); fs.renameSync("new", "s/" + file); }',
    ],
    { cwd, stdio: "ignore" },
  );
  const outcomes = new Set<string>();
  for (let run = 0; run < 40; run++) {
    const { code, stderr } = await pack(cwd, "s", "--quiet");
    outcomes.add(code === 0 ? "packed" : stderr.replace(/"s[^"]*"/, '"…"'));
    if (code !== 0) continue;
    const { files } = findSkill(await openArchive(readFileSync(path.join(cwd, "s.zip"))));
    const [a, b] = ["a", "b"].map((name) =>
      Number(Buffer.from(files.find((file) => file.path === name)!.bytes).toString()),
    );
    expect([0, 1]).toContain(a! - b!);
  }
  writer.kill("SIGKILL");
  await once(writer, "exit");
  expect(
    [...outcomes].filter(
      (outcome) => outcome !== "packed" && !outcome.startsWith('skills: "…" changed while it was read\n'),
    ),
  ).toEqual([]);
  expect((await pack(cwd, "s")).code).toBe(0);
});

/** Runs the packer on a large skill and kills it with the signal once its temporary file exists. */
async function interrupted(cwd: string, signal: NodeJS.Signals): Promise<ChildProcess> {
  const child = spawn(process.execPath, [binary, "pack", "s", "--out-dir", "out"], { cwd, stdio: "ignore" });
  while (child.exitCode === null && readdirSync(path.join(cwd, "out")).length < 2)
    await new Promise((resolve) => setImmediate(resolve));
  child.kill(signal);
  await once(child, "exit");
  return child;
}

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "removes its temporary file when killed by %s",
  async (signal) => {
    const cwd = makeLarge(24);
    expect((await interrupted(cwd, signal)).signalCode).toBe(signal);
    expect(contentOf(cwd)).toEqual(untouched);
  },
);

it("leaves the earlier archive when killed, and cleans up on the next run", async () => {
  const cwd = makeLarge(24);
  expect((await interrupted(cwd, "SIGKILL")).signalCode).toBe("SIGKILL");
  expect(contentOf(cwd)).toEqual([
    "old",
    [expect.stringMatching(/^\.skills-\d+-[0-9a-f]{16}\.tmp$/), "s.zip"],
  ]);
  expect((await pack(cwd, "s", "--out-dir", "out")).code).toBe(0);
  expect(contentOf(cwd)).toEqual(["PK\x03\x04", ["s.zip"]]);
});

it("leaves the earlier file if the bytes read back are wrong", async () => {
  const cwd = makeTree({ "out/s.zip": "old" });
  const place = path.join(cwd, "out/s.zip");
  const refuse = async () => {
    throw new Error("not what was packed");
  };
  await expect(createFile(place, Buffer.from("new"), "s.zip", refuse)).rejects.toThrow("not what was packed");
  expect(contentOf(cwd)).toEqual(untouched);
  await createFile(place, Buffer.from("new!"), "s.zip", async (written) =>
    expect(Buffer.from(written).toString()).toBe("new!"),
  );
  expect(contentOf(cwd)).toEqual(["new!", ["s.zip"]]);
});

it("creates the archive with the mode of any new file, and reports a file where a directory is needed", async () => {
  const cwd = makeTree({ "s/SKILL.md": skillMd("s"), file: "" });
  const { status } = spawnSync("bash", ["-c", 'umask 027; "$NODE" "$SKILLS" pack s --out-dir new/place'], {
    cwd,
    env: { PATH: process.env["PATH"], NODE: process.execPath, SKILLS: binary },
  });
  expect([status, statSync(path.join(cwd, "new/place/s.zip")).mode & 0o777]).toEqual([0, 0o640]);
  expect((await pack(cwd, "s", "--out-dir", "file")).stderr).toMatch(
    /^skills: cannot write "file\/s\.zip": /,
  );
  expect((await pack(cwd, "s", "--out-dir", "file/deeper")).stderr).toMatch(
    /^skills: cannot write "file\/deeper\/s\.zip": /,
  );
});
