import { expect, it } from "vitest";
import { readZip } from "../src/archive/zip/read-zip.ts";
import { confirmZip } from "../src/archive/zip/confirm-zip.ts";
import { ArchiveRefused, type ArchiveContents } from "../src/model/archive.ts";
import { buildZip, descriptor } from "./support/zip-builder.ts";

const archive = buildZip(
  [
    { name: "demo/", mode: 0o040755 },
    { name: "demo/SKILL.md", data: "text\n" },
    { name: "demo/run.sh", data: "#!/bin/sh\n", mode: 0o100755 },
    { name: "demo/café.md", data: "a line of text\n".repeat(10_000), deflate: true, descriptor },
    { name: "demo/empty", deflate: true },
  ],
  { comment: "a comment" },
);
const contents = readZip(archive);
const [skill, ...others] = contents.files;

it("agrees with readZip", async () => {
  expect(await doubt({})).toBe("agrees");
});

it("agrees on 1,000 entries, more than are read at once", async () => {
  const many = buildZip(
    Array.from({ length: 1000 }, (_, at) => ({ name: `demo/${at}`, data: `${at}\n`, deflate: at % 2 === 0 })),
  );
  await confirmZip(many, readZip(many));
});

const disagreements: Readonly<Record<string, Partial<ArchiveContents>>> = {
  "another name": { files: [{ ...skill!, path: "demo/skill.md" }, ...others] },
  "other bytes": { files: [{ ...skill!, bytes: Buffer.from("texT\n") }, ...others] },
  "more bytes": { files: [{ ...skill!, bytes: Buffer.from("text\n\n") }, ...others] },
  "fewer bytes": { files: [{ ...skill!, bytes: Buffer.from("text") }, ...others] },
  "another mode": { files: [{ ...skill!, executable: true }, ...others] },
  "another order": { files: contents.files.toReversed() },
  "a file less": { files: others },
  "a file more": { files: [...contents.files, skill!] },
  "a directory less": { directories: [] },
  "a directory in a file's place": { files: others, directories: ["demo", "demo/SKILL.md"] },
  "another directory": { directories: ["Demo"] },
  "another comment": { comment: "another" },
};

for (const [what, found] of Object.entries(disagreements)) {
  it(`refuses an archive in which the other reader would find ${what}`, async () => {
    expect(await doubt(found)).toBe("readers-disagree");
  });
}

it("names the entry and the difference", async () => {
  const found = { ...contents, files: [{ ...skill!, bytes: Buffer.from("other") }, ...others] };
  await expect(confirmZip(archive, found)).rejects.toMatchObject({
    entry: "demo/SKILL.md",
    message: 'a second reader, yauzl, finds different bytes for "demo/SKILL.md"',
  });
});

it("refuses an archive that the second reader cannot read", async () => {
  await expect(confirmZip(archive.subarray(0, -1), contents)).rejects.toMatchObject({
    code: "readers-disagree",
    message: expect.stringMatching(/yauzl, cannot read the archive: Error: Invalid comment length/),
  });
  const broken = Buffer.from(archive);
  broken.fill(0xff, broken.indexOf("PK\x07\x08") - 40, broken.indexOf("PK\x07\x08"));
  await expect(confirmZip(broken, contents)).rejects.toMatchObject({ code: "readers-disagree" });
});

async function doubt(found: Partial<ArchiveContents>): Promise<string> {
  const told = { ...contents, ...found };
  return confirmZip(archive, told).then(
    () => "agrees",
    (thrown: unknown) => (thrown instanceof ArchiveRefused ? thrown.code : String(thrown)),
  );
}
