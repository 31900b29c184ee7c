import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { confirmTar } from "../src/archive/tar/confirm-tar.ts";
import { gunzip, gzipParts, storedLength } from "../src/archive/tar/gzip.ts";
import { readTarGz, writeTarGz } from "../src/archive/tar/tar-gz.ts";
import { walkTar } from "../src/archive/tar/tar-walk.ts";
import { ArchiveRefused } from "../src/model/archive.ts";
import { needs } from "./support/needs.ts";
import { demoFiles, packed, tarGzOf } from "./support/packed.ts";
import { buildGzip, buildTar, gnuMagic, type TarEntry } from "./support/tar-builder.ts";
import { makeTree } from "./support/tree.ts";

const deep = `demo/${"directory/".repeat(12)}file.md`;
const files = [
  packed("demo/SKILL.md", "---\nname: demo\n---\n"),
  packed(deep, "deep\n"),
  packed("demo/empty", ""),
  packed(`demo/${"l".repeat(110)}.md`, "long\n"),
  packed("demo/noise", Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * at * 31) >> 3))),
  packed("demo/références/café 🎉.md", "café\n"),
  packed("demo/scripts/run.sh", "#!/bin/sh\n", true),
];
const skill: TarEntry = { name: "demo/SKILL.md", data: "hi\n" };

/** The code of the refusal, or undefined. */
async function refusal(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return error.code;
  }
}

it("writes the same bytes for the same files in any order", async () => {
  const bytes = await tarGzOf(demoFiles);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(
    "353364eabf5cea25f47eb485290bbbf94d871ddf71998a7e93d4f475ac90c1c0",
  );
  expect(await tarGzOf([...demoFiles].reverse())).toEqual(bytes);
  expect(bytes.subarray(0, 10)).toEqual(Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255));
});

it("reads what it wrote, byte for byte", async () => {
  const contents = await readTarGz(await writeTarGz(files));
  expect({ ...contents, files: [] }).toEqual({
    format: "tar.gz",
    profile: "own",
    files: [],
    directories: [],
    notes: [],
  });
  const sorted = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  expect(contents.files.map(({ path, executable }) => [path, executable])).toEqual(
    sorted.map(({ path, executable }) => [path, executable]),
  );
  expect(
    contents.files.every(
      ({ bytes }, at) =>
        sorted[at]!.bytes.length === bytes.length && Buffer.compare(sorted[at]!.bytes, bytes) === 0,
    ),
  ).toBe(true);
});

function run(cwd: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

it.each(["tar", "bsdtar"])("writes what %s and gzip read", async (tool) => {
  needs(tool);
  const root = makeTree({ "demo.tar.gz": await writeTarGz(files), "into/.keep": "" });
  run(root, "gzip", "-t", "demo.tar.gz");
  const names = files.map((file) => file.path).sort();
  expect(run(root, tool, "-tzf", "demo.tar.gz").trimEnd().split("\n").sort()).toEqual(names);
  run(root, tool, "-xzf", "demo.tar.gz", "-C", "into");
  for (const file of files) {
    const unpacked = path.join(root, "into", file.path);
    expect(readFileSync(unpacked).equals(file.bytes)).toBe(true);
    expect((statSync(unpacked).mode & 0o100) !== 0).toBe(file.executable);
  }
});

it("writes what Python reads", async () => {
  needs("python3");
  const root = makeTree({ "demo.tar.gz": await writeTarGz(files) });
  const script =
    'import json, tarfile\nprint(json.dumps([[m.name, m.mode, m.mtime, m.uid, m.gid, m.uname, m.gname, m.isfile()] for m in tarfile.open("demo.tar.gz")]))';
  const listed: unknown = JSON.parse(run(root, "python3", "-c", script));
  const expected = [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  expect(listed).toEqual(
    expected.map((file) => [file.path, file.executable ? 0o755 : 0o644, 0, 0, 0, "", "", true]),
  );
});

it("refuses its archive with any single bit flipped", async () => {
  const bytes = await writeTarGz([packed("demo/SKILL.md", "hi\n"), packed("demo/é.sh", "#!/bin/sh\n", true)]);
  const codes = new Set<string | undefined>();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const damaged = Buffer.from(bytes);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    codes.add(await refusal(() => readTarGz(damaged)));
  }
  expect(codes).toEqual(new Set(["gzip", "crc", "canonical"]));
});

it("recognizes the same files packed by another tool as not ours", async () => {
  const bytes = await tarGzOf(demoFiles);
  expect((await readTarGz(gzipSync(gunzipSync(bytes)))).profile).toBe("foreign");
  const dated = Buffer.from(bytes);
  dated.fill(0xff, 4, 8);
  expect((await readTarGz(dated)).profile).toBe("foreign");
});

it("reads back an empty file between others", async () => {
  const files = [
    { path: "demo/SKILL.md", bytes: Buffer.from("hi\n"), executable: false },
    { path: "demo/assets/.gitkeep", bytes: Buffer.allocUnsafe(0).subarray(0, 0), executable: false },
    { path: "demo/z.md", bytes: Buffer.from("z"), executable: false },
  ];
  expect(await readTarGz(await writeTarGz(files))).toMatchObject({ profile: "own" });
});

it("starts a new stored block when one is full", () => {
  for (const length of [0, 1, 65_535, 65_536, 131_070, 131_071]) {
    const bytes = Buffer.alloc(length, "abc");
    const gzip = Buffer.concat(gzipParts([bytes]));
    expect(gzip).toHaveLength(storedLength(length));
    expect(gunzipSync(gzip).equals(bytes)).toBe(true);
    if (length > 0) expect(gunzip(gzip, length).equals(bytes)).toBe(true);
  }
});

it("unpacks no more than the limits allow", async () => {
  expect(await refusal(() => gunzip(gzipSync(Buffer.alloc(2_000, "ab")), 1_999))).toBe("total-size");
  expect(await refusal(() => gunzip(gzipSync(Buffer.alloc(2_000_000)), 3_000_000))).toBe("ratio");
  expect(gunzip(gzipSync(Buffer.alloc(1_000_000)), 1_000_000)).toHaveLength(1_000_000);
});

it("accepts the metadata that tar, npm and git write", async () => {
  const read = async (entries: readonly TarEntry[]) =>
    readTarGz(buildGzip(buildTar(entries), { flags: 8, fields: Buffer.from("demo.tar\0") }));
  const paths = async (entries: readonly TarEntry[]) => (await read(entries)).files.map((file) => file.path);
  expect(
    await paths([
      { name: "./", type: "5" },
      { name: "./SKILL.md", data: "hi\n" },
    ]),
  ).toEqual(["SKILL.md"]);
  expect(
    await paths([
      { name: ".", type: "5" },
      { ...skill, type: "\0" },
    ]),
  ).toEqual(["demo/SKILL.md"]);
  expect(
    await paths([
      {
        ...skill,
        pax: [
          ["path", "demo/café.md"],
          ["size", "3"],
          ["mtime", "1.5"],
          ["SCHILY.xattr.com.apple.provenance", Buffer.of(1, 0xff)],
        ],
      },
    ]),
  ).toEqual(["demo/café.md"]);
  expect(
    await paths([
      { name: "././@LongLink", type: "L", data: `${deep}\0`, header: { magic: gnuMagic } },
      { ...skill, header: { magic: gnuMagic } },
    ]),
  ).toEqual([deep]);
  expect(
    await paths([
      {
        ...skill,
        header: { uid: Buffer.from("8000000000abcdef", "hex"), magic: gnuMagic, major: "", minor: "" },
      },
    ]),
  ).toEqual(["demo/SKILL.md"]);
  expect(
    await read([
      { name: "pax_global_header", type: "g", data: "52 comment=1598436ea699302755ecf3f9ef6ecf16ba07626c\n" },
      { name: "demo/", type: "5" },
      skill,
    ]),
  ).toMatchObject({
    profile: "foreign",
    directories: ["demo"],
    comment: "1598436ea699302755ecf3f9ef6ecf16ba07626c",
  });
});

it("adds notes on nested archives and world-writable entries", async () => {
  const { notes } = await readTarGz(
    buildGzip(buildTar([skill, { name: "demo/a.zip", data: "PK\x03\x04", mode: 0o666 }])),
  );
  expect(notes).toEqual([
    { message: 'nested archives were not checked: "demo/a.zip"', entry: "demo/a.zip" },
    { message: 'world-writable entries: "demo/a.zip"', entry: "demo/a.zip" },
  ]);
});

it("refuses what two readers may read differently", async () => {
  const code = (...entries: readonly TarEntry[]) =>
    refusal(() => readTarGz(buildGzip(buildTar([skill, ...entries]))));
  const file: TarEntry = { name: "demo/a", data: "x" };
  expect(await code({ ...file, header: { name: "demo/a\0.sh" } })).toBe("name-char");
  expect(await code({ ...file, header: { name: "../a" }, pax: [["path", "demo/b"]] })).toBe("name-segment");
  expect(await code({ ...file, header: { magic: gnuMagic, prefix: "b" } })).toBe("tar");
  expect(await code({ ...file, header: { mtime: "yesterday" } })).toBe("tar");
  expect(await code({ ...file, pax: [["mtime", "yesterday"]] })).toBe("tar");
  expect(await code({ ...file, pax: [["size", "1.0"]] })).toBe("tar");
  expect(await code({ ...file, pax: [] })).toBe("tar");
  expect(await code({ ...file, header: { mode: "0120644\0" } })).toBe("type");
  expect(await code({ name: "pax_global_header", type: "g", data: "18 comment=a bc\n" })).toBe("tar");
  expect(
    await refusal(() =>
      readTarGz(buildGzip(buildTar([{ name: "g", type: "g", data: "13 comment=\x1b\n" }, skill]))),
    ),
  ).toBe("comment");
  expect(
    await refusal(() =>
      readTarGz(Buffer.concat(gzipParts([buildTar([skill], { end: Buffer.alloc(1_049_088) })]))),
    ),
  ).toBe("tar");
  expect(await code({ name: "./demo/SKILL.md", data: "other\n" })).toBe("collision");
  expect(await refusal(() => readTarGz(buildGzip(buildTar([{ name: "./", type: "5" }]))))).toBe("empty");
});

it("refuses a tar that tar-stream reads differently", async () => {
  const tar = buildTar([
    { ...skill, mode: 0o644 },
    { name: "demo/a", data: "abc" },
  ]);
  const { entries } = walkTar(tar);
  const [first, second] = [entries[0]!, entries[1]!];
  const code = (...others: typeof entries) => refusal(() => confirmTar(tar, others));
  expect(await code(first, second)).toBeUndefined();
  expect(await code(first)).toBe("readers-disagree");
  expect(await code(first, second, second)).toBe("readers-disagree");
  expect(await code(first, { ...second, name: Buffer.from("demo/b") })).toBe("readers-disagree");
  expect(await code(first, { ...second, bytes: Buffer.from("abd") })).toBe("readers-disagree");
  expect(await code(first, { ...second, bytes: Buffer.from("abcd") })).toBe("readers-disagree");
  expect(await code(first, { ...second, header: { ...second.header, mode: 0o755 } })).toBe(
    "readers-disagree",
  );
  expect(await refusal(() => confirmTar(tar.subarray(0, 700), entries))).toBe("readers-disagree");
});
