import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  diff,
  diffFiles,
  inspect,
  inspectFiles,
  pack,
  packFiles,
  verify,
  verifyBytes,
} from "../src/index.ts";
import { makeTree } from "./support/tree.ts";

const document =
  "---\nname: logs\ndescription: Reads logs. Use when logs are to be read.\n---\n\nRun `scripts/read.sh`.\n";
const script = "#!/bin/sh\ncurl https://api.github.com/events\n";
const files = {
  "SKILL.md": document,
  "scripts/read.sh": { kind: "file", content: script, executable: true },
  ".DS_Store": "x",
} as const;
const skill = { name: "logs", files };

function onDisk(): string {
  const root = makeTree({ "logs/SKILL.md": document, "logs/scripts/read.sh": script, "logs/.DS_Store": "x" });
  chmodSync(path.join(root, "logs/scripts/read.sh"), 0o755);
  return root;
}

/** Without what the clock decides. */
function timeless<Of extends { readonly summary: object }>(report: Of): Of {
  return { ...report, summary: { ...report.summary, seconds: 0 } };
}

describe("packFiles", () => {
  it.each(["zip", "tar.gz"] as const)("makes the same %s as pack does on disk", async (extension) => {
    const cwd = onDisk();
    const { archives } = await pack({ paths: ["logs"], cwd, extension });
    const { bytes, archive, report } = await packFiles({ ...skill, extension });
    expect(Buffer.from(bytes!).equals(readFileSync(path.join(cwd, archives[0]!.path)))).toBe(true);
    expect({ ...archive, written: true }).toEqual(archives[0]);
    expect(report.outcome).toBe(0);
  });

  it("is read by other programs", async () => {
    const { bytes } = await packFiles(skill);
    const listed = execFileSync(
      "python3",
      [
        "-c",
        "import io, sys, zipfile; print(sorted(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).namelist()))",
      ],
      { input: bytes!, encoding: "utf8" },
    );
    expect(listed).toContain("'logs/SKILL.md', ");
    expect(listed).not.toContain("DS_Store");
  });

  it("makes nothing of a skill that is refused, and says why", async () => {
    const { bytes, report } = await packFiles({ name: "logs", files: { "SKILL.md": "no frontmatter\n" } });
    expect(bytes).toBeUndefined();
    expect(report.outcome).toBe(1);
    expect(report.subjects[0]!.findings.map(({ severity }) => severity)).toContain("error");
    const linked = {
      "SKILL.md": document,
      "a.md": { kind: "symlink", link: { target: "SKILL.md", leads: "file" } },
    } as const;
    expect((await packFiles({ name: "logs", files: linked })).bytes).toBeUndefined();
  });

  it("packs what .skillignore does not leave out, and files larger than a text", async () => {
    const large = new Uint8Array(3_000_000).fill(7);
    const { archive } = await packFiles({
      name: "logs",
      files: { "SKILL.md": document, ".skillignore": "*.tmp\n", "a.tmp": "a", "assets/model.bin": large },
    });
    expect(archive.files.find((file) => file.path === "assets/model.bin")?.size).toBe(3_000_000);
    expect(archive.leftOut.map((each) => each.path)).toContain("a.tmp");
  });

  it("refuses what no directory could have, and options that contradict each other", async () => {
    await expect(packFiles({ name: "logs", files: { "../x": "" } })).rejects.toMatchObject({
      code: "bad-usage",
    });
    await expect(
      packFiles({ ...skill, targets: ["claude-ai", "claude-api"], layout: "flat" as never }),
    ).rejects.toMatchObject({ code: "bad-usage" });
    await expect(packFiles({ ...skill, outDir: "x" } as never)).rejects.toMatchObject({ code: "bad-usage" });
  });
});

describe("verifyBytes", () => {
  it("answers as verify does on disk", async () => {
    const cwd = onDisk();
    await pack({ paths: ["logs"], cwd });
    const bytes = readFileSync(path.join(cwd, "logs.zip"));
    const onBytes = await verifyBytes({ bytes, path: "logs.zip", profile: "own" });
    const onPath = await verify({ paths: ["logs.zip"], cwd, profile: "own" });
    expect(timeless(onBytes.report)).toEqual(timeless(onPath.report));
    expect(onBytes.archives[0]?.opened?.manifest).toBe("consistent");
  });

  it("reports another digest and a damaged archive, and refuses a digest that is none", async () => {
    const { bytes } = await packFiles(skill);
    const other = `sha256:${"0".repeat(64)}`;
    expect((await verifyBytes({ bytes: bytes!, digests: [other] })).archives[0]?.refused?.code).toBe(
      "digest",
    );
    expect((await verifyBytes({ bytes: bytes!.subarray(20) })).report.outcome).toBe(1);
    await expect(verifyBytes({ bytes: bytes!, digests: ["x"] })).rejects.toMatchObject({ code: "bad-usage" });
  });
});

describe("diffFiles and inspectFiles", () => {
  it("compare as diff does on disk", async () => {
    const cwd = onDisk();
    const changed = `${document}\nRead the last lines first.\n`;
    const other = makeTree({ "logs/SKILL.md": changed });
    const onPath = await diff({ old: "logs", new: path.join(other, "logs"), cwd });
    const inMemory = await diffFiles({ old: skill, new: { name: "logs", files: { "SKILL.md": changed } } });
    const { old: _old, new: _new, ...expected } = onPath.diff!;
    expect(inMemory.diff).toMatchObject(expected);
    expect(inMemory.diff!.capabilities.lost.map(({ name }) => name)).toContain("api.github.com");
  });

  it("take the inventory of a skill as inspect does on disk", async () => {
    const { skills } = await inspect({ paths: ["logs"], cwd: onDisk() });
    const { inventory, tokens } = await inspectFiles(skill);
    expect({ inventory, tokens }).toEqual({ inventory: skills[0]!.inventory, tokens: skills[0]!.tokens });
    expect(inventory.hosts.facts.map(({ name }) => name)).toEqual(["api.github.com"]);
  });
});
