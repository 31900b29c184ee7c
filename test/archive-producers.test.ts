import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { ZipArchive } from "archiver";
import { expect, it } from "vitest";
import { findSkill } from "../src/archive/find-skills.ts";
import { openArchive } from "../src/archive/open-archive.ts";
import { writeZip } from "../src/archive/zip/write-zip.ts";
import type { FileBytes } from "../src/model/archive.ts";
import { skillText } from "./support/benign-archives.ts";
import { needs, needsFirstOf } from "./support/needs.ts";
import { packed } from "./support/packed.ts";
import { makeTree } from "./support/tree.ts";

const files: readonly FileBytes[] = [
  packed("demo/SKILL.md", skillText),
  packed("demo/empty", ""),
  packed("demo/references/café 日本語 🎉.md", "a line of text\n".repeat(2_000)),
  packed("demo/references/noise", Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * at * 31) >> 3))),
  packed(`demo/references/${"a long name ".repeat(12)}.txt`, "x\n"),
  packed("demo/scripts/run.sh", "#!/bin/sh\necho hi\n", true),
];

/** Programs write and read names in the locale's character set. */
const env = { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" };

/** Info-ZIP writes non-ASCII names without declaring their character set. */
const infoZip: Readonly<Record<string, string>> = {
  "zip -r": "zip -qr out.zip demo",
  "zip -X": "zip -qrX out.zip demo",
  "zip to a pipe": "zip -qr - demo | cat > out.zip",
  "zip -0": "zip -qr0 out.zip demo",
  "zip -0 to a pipe": "zip -qr0 - demo | cat > out.zip",
  "zip -9, without directories": "zip -qr9D out.zip demo",
};

/** Each makes an archive of ./demo, which is in a git repository. */
const producers: Readonly<Record<string, string>> = {
  "python3 -m zipfile": "python3 -m zipfile -c out.zip demo",
  "shutil.make_archive": `python3 -c 'import shutil; shutil.make_archive("out", "zip", ".", "demo")'`,
  "shutil.make_archive of the skill's own directory": `python3 -c 'import shutil; shutil.make_archive("out", "zip", "demo")'`,
  "zipfile to a pipe": zipfileToPipe("ZIP_DEFLATED"),
  "git archive of a tree, zip": "git archive --format=zip -o out.zip HEAD^{tree}",
  "git archive of a commit, zip": "git archive --format=zip -o out.zip HEAD",
  "git archive of a tree, tar.gz": "git archive --format=tar.gz -o out.tar.gz HEAD^{tree}",
  "git archive of a commit, tar.gz": "git archive --format=tar.gz -o out.tar.gz HEAD",
  "bsdtar, zip": "bsdtar --format zip -cf out.zip demo",
  "bsdtar, zip, stored": "bsdtar --format zip --options zip:compression=store -cf out.zip demo",
  "bsdtar, tar.gz": "bsdtar -czf out.tar.gz demo",
  "7z, zip": "7z a -bd out.zip demo >/dev/null",
  "7z, stored": "7z a -bd -mx0 out.zip demo >/dev/null",
  "GNU tar": "tar -czf out.tar.gz demo",
  "GNU tar in POSIX's format": "tar --format=posix -cf - demo | gzip -9 > out.tar.gz",
  "shutil.make_archive, tar.gz": `python3 -c 'import shutil; shutil.make_archive("out", "gztar", ".", "demo")'`,
};

const onUnix = it.skipIf(process.platform === "win32");

onUnix.each(Object.entries(producers))(
  "accepts what %s makes, and reads the same files out of it",
  async (_, command) => {
    expect(await readAgain(produce(command, files))).toEqual(described(files));
  },
);

onUnix.each(Object.entries(infoZip))(
  "accepts what %s makes of names in ASCII, and reads the same files out of it",
  async (_, command) => {
    const ascii = files.filter(({ path: name }) => /^[ -~]*$/.test(name));
    expect(ascii.length).toBe(files.length - 1);
    expect(await readAgain(produce(command, ascii))).toEqual(described(ascii));
  },
);

onUnix(
  "refuses what zip makes of other names: it says nothing of their character set, or a second name for each",
  async () => {
    const bytes = produce("zip -qr out.zip demo", files);
    await expect(openArchive(bytes)).rejects.toMatchObject({
      name: "ArchiveRefused",
      code: expect.stringMatching(/^(?:name-no-utf8-flag|extra-id)$/),
    });
  },
);

const archiverProducers: Readonly<Record<string, (root: string) => ZipArchive>> = {
  "buffers, stored": () => append(new ZipArchive({ store: true }), ({ bytes }) => Buffer.from(bytes)),
  "buffers, deflated": () =>
    append(new ZipArchive({ zlib: { level: 9 } }), ({ bytes }) => Buffer.from(bytes)),
  "streams, deflated": (root) =>
    append(new ZipArchive({ zlib: { level: 9 } }), (file) => createReadStream(path.join(root, file.path))),
  "a directory, deflated": (root) => new ZipArchive().directory(path.join(root, "demo"), "demo"),
};

onUnix.each(Object.entries(archiverProducers))(
  "accepts what archiver makes of %s, and reads the same files out of it",
  async (_, start) => {
    const root = tree();
    expect(await readAgain(await finish(start(root), path.join(root, "out.zip")))).toEqual(described(files));
  },
);

onUnix(
  "refuses what archiver makes of streams, stored: who reads from the front finds no end of a file",
  async () => {
    const root = tree();
    const bytes = await finish(
      append(new ZipArchive({ store: true }), (file) => createReadStream(path.join(root, file.path))),
      path.join(root, "out.zip"),
    );
    await expect(openArchive(bytes)).rejects.toMatchObject({
      name: "ArchiveRefused",
      code: "descriptor-stored",
    });
  },
);

onUnix("refuses what Python's zipfile writes to a pipe, stored, for the same reason", async () => {
  await expect(openArchive(produce(zipfileToPipe("ZIP_STORED"), files))).rejects.toMatchObject({
    name: "ArchiveRefused",
    code: "descriptor-stored",
  });
});

onUnix("writes byte for byte what archiver writes of the same files, stored", async () => {
  const root = tree();
  const sorted = files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const bytes = await finish(
    append(new ZipArchive({ store: true }), ({ bytes }) => Buffer.from(bytes), sorted),
    path.join(root, "out.zip"),
  );
  expect(writeZip(files).equals(bytes)).toBe(true);
});

const consumers: Readonly<Record<string, string>> = {
  unzip: "unzip -q ../packed.zip",
  bsdtar: "bsdtar -xpf ../packed.zip",
  "7z": "7z x -bd ../packed.zip >/dev/null",
};

onUnix.each(Object.entries(consumers))(
  "writes what %s unpacks to the same files, modes and all",
  (_, command) => {
    needsFirstOf(command);
    const root = makeTree({ "packed.zip": writeZip(files), "into/.keep": "" });
    const into = path.join(root, "into");
    execFileSync("bash", ["-euo", "pipefail", "-c", `umask 022; rm .keep; ${command}`], { cwd: into, env });
    const found = readdirSync(into, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(path.join(into, name)).isFile(),
    );
    expect(
      found
        .map((name): readonly [string, string, string] => [
          name,
          digest(readFileSync(path.join(into, name))),
          permissions(path.join(into, name)),
        ])
        .toSorted(),
    ).toEqual(described(files).map(([name, hash, executable]) => [name, hash, executable ? "755" : "644"]));
  },
);

onUnix("writes what Python's zipfile reads alike", () => {
  needs("python3");
  const root = makeTree({ "packed.zip": writeZip(files) });
  const script = fileURLToPath(new URL("support/list-archive.py", import.meta.url));
  const answer: unknown = JSON.parse(
    execFileSync("python3", [script], { input: path.join(root, "packed.zip"), encoding: "utf8" }),
  );
  expect(answer).toEqual(described(files));
});

onUnix.each(["unzip -tq", "zip -Tq", "7z t -bd"])("writes what %s finds nothing wrong in", (command) => {
  needsFirstOf(command);
  const root = makeTree({ "packed.zip": writeZip(files) });
  execFileSync("bash", ["-c", `${command} packed.zip`], { cwd: root, env, stdio: "pipe" });
});

/** The archive that a shell command creates in a directory with these files. */
function produce(command: string, list: readonly FileBytes[]): Buffer {
  needsFirstOf(command);
  const root = tree(list);
  execFileSync("bash", ["-euo", "pipefail", "-c", command], { cwd: root, env });
  const out = readdirSync(root).find((name) => name.startsWith("out."))!;
  return readFileSync(path.join(root, out));
}

/** Output to a pipe, where a producer cannot seek back to a header, so that sizes follow the data. */
function zipfileToPipe(method: "ZIP_DEFLATED" | "ZIP_STORED"): string {
  return `python3 -c 'import os, sys, zipfile
with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.${method}) as z:
    for d, _, names in os.walk("demo"):
        for n in names: z.write(os.path.join(d, n))' | cat > out.zip`;
}

/** A directory with these files: a Git repository with one commit. */
function tree(list = files): string {
  const root = makeTree(Object.fromEntries(list.map(({ path: name, bytes }) => [name, bytes])));
  for (const file of list) if (file.executable) execFileSync("chmod", ["755", path.join(root, file.path)]);
  mkdirSync(path.join(root, "home"));
  writeFileSync(path.join(root, ".gitignore"), "home\n");
  const git = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: root,
      env: { ...env, HOME: path.join(root, "home") },
    });
  git("init", "-q");
  git("add", "demo");
  git("commit", "-qm", "One skill");
  return root;
}

async function readAgain(bytes: Uint8Array): Promise<ReturnType<typeof described>> {
  const contents = await openArchive(bytes);
  const skill = findSkill(contents);
  return described(skill.files.map((file) => ({ ...file, path: `demo/${file.path}` })));
}

function described(
  list: readonly FileBytes[],
): readonly (readonly [path: string, digest: string, executable: boolean])[] {
  return list
    .map(({ path: name, bytes, executable }): readonly [string, string, boolean] => [
      name,
      digest(bytes),
      executable,
    ])
    .toSorted();
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function permissions(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}

function append(
  archive: ZipArchive,
  content: (file: FileBytes) => Buffer | ReturnType<typeof createReadStream>,
  list = files,
): ZipArchive {
  for (const file of list)
    archive.append(content(file), {
      name: file.path,
      date: new Date("1980-01-01T00:00:00Z"),
      mode: file.executable ? 0o755 : 0o644,
    });
  return archive;
}

async function finish(archive: ZipArchive, out: string): Promise<Buffer> {
  const written = pipeline(archive, createWriteStream(out));
  void archive.finalize();
  await written;
  return readFileSync(out);
}
