import { execFileSync } from "node:child_process";
import { chmodSync, createReadStream, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { ZipArchive } from "archiver";
import { needs } from "./needs.ts";
import { makeTree } from "./tree.ts";

/** Makes a zip of the directory "demo" in `root` with a third-party tool. */
export type ZipProducer = (root: string) => Buffer | Promise<Buffer>;

/** Files in demo, by path. */
export const demoFiles: Readonly<Record<string, string>> = {
  "SKILL.md": "---\nname: demo\ndescription: d\n---\nhi\n",
  "references/empty.txt": "",
  "references/many.txt": Array.from({ length: 3000 }, (_, line) => `line ${line}\n`).join(""),
  "scripts/run.sh": "#!/bin/sh\necho hi\n",
};

/** A temporary directory with these files in demo, the script executable; removed after the test. */
export function demoTree(): string {
  const root = makeTree(
    Object.fromEntries(Object.entries(demoFiles).map(([file, text]) => [`demo/${file}`, text])),
  );
  chmodSync(path.join(root, "demo/scripts/run.sh"), 0o755);
  return root;
}

const toFile =
  (command: string, ...args: readonly string[]): ZipProducer =>
  (root) => {
    run(root, command, ...args);
    return readFileSync(path.join(root, "out.zip"));
  };
const toPipe =
  (command: string, ...args: readonly string[]): ZipProducer =>
  (root) =>
    run(root, command, ...args);
const python = (script: string): ZipProducer => toFile("python3", "-c", script);

/** Writes every file with zipfile to `target`. */
const zipfile = (method: number, target: string): string => `
import os, zipfile
class Pipe:
    def __init__(self, file): self.write = file.write; self.flush = file.flush
with open("out.zip", "wb") as out, zipfile.ZipFile(${target}, "w", ${method}) as archive:
    for root, _, files in sorted(os.walk("demo")):
        for name in sorted(files): archive.write(os.path.join(root, name))
`;

export const zipProducers: Readonly<Record<string, ZipProducer>> = {
  "Info-ZIP zip": toFile("zip", "-qr", "out.zip", "demo"),
  "zip -X -9": toFile("zip", "-qrX9", "out.zip", "demo"),
  "zip -0": toFile("zip", "-qr0", "out.zip", "demo"),
  "zip to a pipe": toPipe("zip", "-qr", "-", "demo"),
  "zip -0 to a pipe": toPipe("zip", "-qr0", "-", "demo"),
  "Python's shutil.make_archive": python('import shutil; shutil.make_archive("out", "zip", ".", "demo")'),
  "Python's zipfile, stored": python(zipfile(0, "out")),
  "Python's zipfile, deflated": python(zipfile(8, "out")),
  "Python's zipfile to a pipe": python(zipfile(8, "Pipe(out)")),
  "git archive of a tree": (root) => gitArchive(root, "HEAD^{tree}"),
  "git archive of a commit": (root) => gitArchive(root, "HEAD"),
  "7z": toFile("7z", "a", "-bd", "out.zip", "demo"),
  "7z without compression": toFile("7z", "a", "-bd", "-mx0", "out.zip", "demo"),
  bsdtar: toFile("bsdtar", "--format", "zip", "-cf", "out.zip", "demo"),
  "bsdtar without compression": toFile(
    "bsdtar",
    "--format",
    "zip",
    "--options",
    "zip:compression=store",
    "-cf",
    "out.zip",
    "demo",
  ),
  "archiver with buffers, stored": (root) => archiver(root, { store: true }, readFileSync),
  "archiver with buffers, deflated": (root) => archiver(root, { zlib: { level: 9 } }, readFileSync),
  "archiver with streams, deflated": (root) => archiver(root, { zlib: { level: 9 } }, createReadStream),
};

/** Producers that declare the size of stored data only in a descriptor, which a streaming reader cannot find. */
export const endlessProducers: Readonly<Record<string, ZipProducer>> = {
  "archiver with streams, stored": (root) => archiver(root, { store: true }, createReadStream),
  "Python's zipfile to a pipe, stored": python(zipfile(0, "Pipe(out)")),
};

function run(cwd: string, command: string, ...args: readonly string[]): Buffer {
  needs(command);
  return execFileSync(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
}

function gitArchive(root: string, what: string): Buffer {
  const repository = path.join(root, "repository");
  mkdirSync(repository);
  run(repository, "git", "init", "--quiet", ".");
  run(repository, "git", "--work-tree=../demo", "add", "--all");
  run(
    repository,
    "git",
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@example.com",
    "-c",
    "commit.gpgsign=false",
    "commit",
    "--quiet",
    "--message=x",
  );
  return run(repository, "git", "archive", "--format=zip", "--prefix=demo/", what);
}

async function archiver(
  root: string,
  options: ConstructorParameters<typeof ZipArchive>[0],
  open: typeof readFileSync | typeof createReadStream,
): Promise<Buffer> {
  const archive = new ZipArchive(options);
  const bytes = buffer(archive);
  for (const file of Object.keys(demoFiles)) {
    const content = open(path.join(root, "demo", file));
    archive.append(typeof content === "string" ? Buffer.from(content) : content, {
      name: `demo/${file}`,
      mode: file.endsWith(".sh") ? 0o755 : 0o644,
    });
  }
  await archive.finalize();
  return bytes;
}
