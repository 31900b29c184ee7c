import { expect, it } from "vitest";
import { profileOf } from "../src/archive/canonical.ts";
import { openArchive } from "../src/archive/open-archive.ts";
import { readZip } from "../src/archive/zip/read-zip.ts";
import { writeZip, zipLength } from "../src/archive/zip/write-zip.ts";
import { ArchiveRefused, type FileBytes } from "../src/model/archive.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { buildZip, descriptor, type Entry } from "./support/zip-builder.ts";
import { demoFiles, demoTree, endlessProducers, zipProducers } from "./support/zip-producers.ts";

const onUnix = it.skipIf(process.platform === "win32");

const golden = [
  packed("demo/SKILL.md", "---\nname: demo\ndescription: d\n---\nhi\n"),
  packed("demo/references/café.md", "café\n"),
  packed("demo/scripts/run.sh", "#!/bin/sh\necho hi\n", true),
];

it("reads back a packed archive and recognizes it as ours", () => {
  expect(plain(writeZip(golden))).toEqual({
    format: "zip",
    profile: "own",
    files: golden.map(shown),
    directories: [],
    notes: [],
  });
});

it("refuses the packed archive with any one of its 3,384 bits flipped", async () => {
  const archive = writeZip(golden);
  const answers = new Map<string, number>();
  for (let bit = 0; bit < archive.length * 8; bit++) {
    const damaged = Buffer.from(archive);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const code = await openArchive(damaged).then(() => "accepted", codeOf);
    answers.set(code, (answers.get(code) ?? 0) + 1);
  }
  expect(archive.length).toBe(423);
  expect([...answers.keys()].sort()).toEqual([
    "canonical",
    "central-directory",
    "count",
    "crc",
    "entry-comment",
    "eocd",
    "local-header",
    "mismatch",
    "mode-special",
    "mode-unreadable",
    "multidisk",
    "span-overlap",
    "type",
  ]);
});

it("treats an archive that differs in more than eight bits or in length as another tool's", () => {
  const damaged = writeZip(golden);
  damaged[243]! ^= 0xff;
  expect(refusal(damaged)).toMatchObject({ code: "canonical", offset: 243 });
  damaged[244]! ^= 1;
  expect(readZip(damaged).profile).toBe("foreign");
  const parts = [Buffer.from("one"), Buffer.from("two")];
  expect(["onetwo", "onetwothree", "onetw"].map((text) => profileOf(Buffer.from(text), parts))).toEqual([
    "own",
    "foreign",
    "foreign",
  ]);
});

it("refuses an entry whose descriptor is the beginning of the central directory", () => {
  // The last field of the descriptor is then the signature of a record.
  const data = Buffer.alloc(0x02014b50);
  for (let at = 0; at < data.length; at += 64) data.writeUInt32LE((at ^ (at << 7)) >>> 0, at);
  const archive = buildZip([
    { name: "a", data, deflate: true, descriptor: (facts) => descriptor(facts).subarray(0, 12) },
  ]);
  expect(refusal(archive)).toMatchObject({ code: "span-overlap" });
});

it("packs files in the order of their names' UTF-8 bytes, not of their UTF-16 units", () => {
  const files = ["demo/\u{20000}", "demo/\ufa0e", "demo/a"].map((name) => packed(name, name));
  expect(plain(writeZip(files)).files.map(({ path }) => path)).toEqual([
    "demo/a",
    "demo/\ufa0e",
    "demo/\u{20000}",
  ]);
});

it("knows the length of an archive without writing it", () => {
  const files = [packed("\u{ff5e}.md", "a"), packed("\u{1f600}/b.md", "bc"), packed("empty", "")];
  for (const some of [[], files.slice(1), files, golden]) expect(zipLength(some)).toBe(writeZip(some).length);
});

it("reports where an archive of ours was damaged, and by how many bits", () => {
  const damaged = writeZip(golden);
  damaged[243]! ^= 5;
  expect(refusal(damaged)).toEqual({
    code: "canonical",
    offset: 243,
    message: "archive was changed or damaged: 2 bits differ from a pack of the same files, first at byte 243",
  });
});

for (const [producer, make] of Object.entries(zipProducers)) {
  onUnix(`reads what ${producer} makes`, async () => {
    const { files, notes } = await openArchive(await make(demoTree()));
    expect(files.map(shown).sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
      Object.entries(demoFiles).map(([file, text]) => ({
        path: `demo/${file}`,
        text,
        executable: file === "scripts/run.sh",
      })),
    );
    expect(notes).toEqual([]);
  });
}

for (const [producer, make] of Object.entries(endlessProducers)) {
  onUnix(`refuses what ${producer} makes`, async () => {
    expect(refusal(await make(demoTree())).code).toBe("descriptor-stored");
  });
}

onUnix("reads the commit id that git writes", async () => {
  expect((await openArchive(await zipProducers["git archive of a commit"]!(demoTree()))).comment).toMatch(
    /^[0-9a-f]{40}$/,
  );
});

it("accepts stored data with a descriptor if the size is known and the data contain no descriptor", () => {
  const stored = (data: string): Entry => ({
    name: "a",
    data,
    descriptor,
    local: { packed: data.length, size: data.length },
  });
  expect(
    plain(buildZip([stored("text"), stored("")].map((entry, at) => ({ ...entry, name: `${at}` })))).files.map(
      ({ text }) => text,
    ),
  ).toEqual(["text", ""]);
  expect(refusal(buildZip([stored("PK\x07\x08")])).code).toBe("descriptor-stored");
});

it("accepts entries in another order than their records", () => {
  const [first, second] = ["a", "b"].map((name) => ({ name, data: `${name}\n` }));
  const swapped = buildZip([
    { ...first!, hidden: true },
    second!,
    { ...first!, absent: true, central: { offset: 0 } },
  ]);
  expect(plain(swapped).files.map(({ path }) => path)).toEqual(["b", "a"]);
});

it("reads the executable bit only of entries made on Unix", () => {
  const run = (host: number): Entry => ({ name: `host-${host}.sh`, mode: 0o100755, host });
  expect(plain(buildZip([run(3), run(0), run(19)])).files.map(({ executable }) => executable)).toEqual([
    true,
    false,
    false,
  ]);
});

it("lists directories without the trailing slash and without data", () => {
  const archive = buildZip([
    { name: "demo/", mode: 0o040755 },
    { name: "demo/none/", mode: 0o040755, deflate: true },
    { name: "demo/SKILL.md" },
  ]);
  expect(plain(archive)).toMatchObject({
    profile: "foreign",
    directories: ["demo", "demo/none"],
    files: [{ path: "demo/SKILL.md", text: "" }],
  });
});

it("adds one note on nested archives and one on world-writable entries", () => {
  const inside = ["PK\x03\x04", "\x1f\x8b\x08", `${"\0".repeat(257)}ustar`].map((data, at) => ({
    name: `${at}.bin`,
    data: Buffer.from(data, "latin1"),
  }));
  expect(readZip(buildZip([...inside, { name: "free.md", mode: 0o100666 }])).notes).toEqual([
    { message: 'nested archives were not checked: "0.bin", "1.bin" and "2.bin"', entry: "0.bin" },
    { message: 'world-writable entries: "free.md"', entry: "free.md" },
  ]);
});

it("recognizes an archive of ours even if it has a note", () => {
  const contents = readZip(writeZip([packed("demo/form.docx", "PK\x03\x04")]));
  expect([contents.profile, contents.notes.length]).toEqual(["own", 1]);
});

it("reads a part of a larger buffer", () => {
  const archive = writeZip(golden);
  const larger = new Uint8Array(archive.length + 20);
  larger.set(archive, 7);
  expect(plain(larger.subarray(7, 7 + archive.length))).toEqual(plain(archive));
});

it("reports the problem, the entry and the offset without control characters", () => {
  const archive = buildZip([{ name: "demo/SKILL.md" }, { name: "a\x1b[31m", data: "text" }]);
  expect(refusal(archive)).toEqual({
    code: "name-char",
    entry: "a\x1b[31m",
    offset: 142,
    message: expect.stringMatching(/^name "a\\x1b\[31m"[ -~]*$/),
  });
  expect(
    refusal(buildZip([{ name: Buffer.from("a\xff", "latin1"), both: { flags: 0x0800 } }])),
  ).toMatchObject({ code: "name-utf8", entry: "a\\xff", message: '"a\\xff" has a name that is not UTF-8' });
  expect(refusal(buildZip([{ name: "a.md", data: "text", both: { crc: 1 } }]))).toEqual({
    code: "crc",
    entry: "a.md",
    offset: 0,
    message: '"a.md" was changed or damaged: its data does not match its checksum (CRC-32)',
  });
});

it("reads 10,000 entries in linear time", () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    packed(`demo/directory-${at % 100}/file-${at}.md`, `${at}\n`),
  );
  const archive = writeZip(many);
  const start = cpuTime();
  expect(readZip(archive).files.length).toBe(10_000);
  expect(cpuTime() - start).toBeLessThan(linearLimit);
});

function packed(path: string, text: string, executable = false): FileBytes {
  return { path, bytes: Buffer.from(text), executable };
}

interface ShownFile {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

function shown({ path, bytes, executable }: FileBytes): ShownFile {
  return { path, text: Buffer.from(bytes).toString(), executable };
}

function plain(archive: Uint8Array) {
  const contents = readZip(archive);
  return { ...contents, files: contents.files.map(shown) };
}

function codeOf(thrown: unknown): string {
  return thrown instanceof ArchiveRefused ? thrown.code : `uncaught ${String(thrown)}`;
}

function refusal(archive: Uint8Array) {
  try {
    readZip(archive);
  } catch (thrown) {
    if (!(thrown instanceof ArchiveRefused)) throw thrown;
    const { code, message, entry, offset } = thrown;
    return { code, message, ...(entry !== undefined && { entry }), ...(offset !== undefined && { offset }) };
  }
  throw new Error("it was accepted");
}
