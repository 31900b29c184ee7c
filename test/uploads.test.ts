import { describe, expect, it } from "vitest";
import { uploadNotes } from "../src/api/pack/pack-options.ts";
import { uploaders } from "../src/generated/uploaders.ts";
import type { UploadedFile, UploadId, UploadInput, UploadRefusal } from "../src/model/upload.ts";

const encoder = new TextEncoder();
const mebibyte = 1_048_576;
const good = "name: pdf-forms\ndescription: Fills in PDF forms. Use for forms.";
const script: UploadedFile = { path: "scripts/fill.py", size: 100 };

interface Changes {
  readonly frontmatter?: string;
  readonly document?: string;
  readonly files?: readonly UploadedFile[];
  readonly name?: string;
  readonly layout?: UploadInput["layout"];
  readonly extension?: UploadInput["extension"];
  readonly archiveBytes?: number;
}

/** A skill that the uploader accepts, with changes. */
function refuse(
  id: UploadId,
  {
    frontmatter = good,
    document = `---\n${frontmatter}\n---\nText.\n`,
    files = [script],
    ...changes
  }: Changes = {},
): readonly UploadRefusal[] {
  const uploader = uploaders.find((each) => each.id === id)!;
  const extension = changes.extension ?? uploader.extensions[0]!;
  const bytes = encoder.encode(document);
  return uploader.refuse({
    name: "pdf-forms",
    layout: uploader.layout,
    archiveBytes: 1_000,
    format: extension === "tar.gz" ? "tar.gz" : "zip",
    ...changes,
    extension,
    files: [{ path: "SKILL.md", size: bytes.length }, ...files],
    document: bytes,
  });
}

function messages(id: UploadId, changes: Changes): readonly string[] {
  return refuse(id, changes).map(({ message }) => message);
}

/** This many files of one size, in addition to SKILL.md. */
function many(amount: number, size = 1): readonly UploadedFile[] {
  return Array.from({ length: amount }, (_, index) => ({ path: `data/${index}.txt`, size }));
}

/** One file of the size that makes all files together `total` bytes, including SKILL.md. */
function filling(total: number): readonly UploadedFile[] {
  return [{ path: "data.txt", size: total - encoder.encode(`---\n${good}\n---\nText.\n`).length }];
}

const long = (length: number) => `name: pdf-forms\ndescription: ${"é".repeat(length)}`;

describe("every uploader", () => {
  it.each(uploaders.map(({ id }) => id))("%s accepts a plain skill", (id) => {
    expect(refuse(id)).toEqual([]);
  });

  it.each(uploaders.map(({ id, extensions }) => ({ id, extensions })))(
    "$id accepts only the formats it lists",
    ({ id, extensions }) => {
      for (const extension of ["zip", "skill", "tar.gz"] as const) {
        expect(refuse(id, { extension }).map(({ remedy }) => remedy)).toEqual(
          extensions.includes(extension) ? [] : [`Pack with --archive ${extensions[0]}.`],
        );
      }
    },
  );

  it.each(uploaders.map(({ id }) => id))(
    "%s gives a reason with a source and a remedy, in its message or ours",
    (id) => {
      const refusals = refuse(id, {
        document: "\ufeff---\nname: A <b>\nversion: 1\n---\nTODO: x",
        files: [...many(1_200, 60_000), { path: `.x/${"y".repeat(520)} é/SKILL.md`, size: 60 * mebibyte }],
        layout: "root",
        archiveBytes: 99 * mebibyte,
      });
      expect(refusals).not.toEqual([]);
      for (const { message, own, detail, remedy, source, culprits } of refusals) {
        expect(own || message === detail).toBe(true);
        expect([detail, remedy, source]).not.toContain("");
        expect(detail).not.toMatch(/^[A-Z](?!KILL)|\.$|[^\x20-\x7eé…]/);
        expect(remedy).toMatch(/^[A-Z].*\.$/);
        expect(culprits.length).toBeLessThanOrEqual(20);
      }
    },
  );

  it.each(uploaders.map(({ id }) => id))(
    "%s reads 100,000 characters of broken frontmatter and 10,000 files quickly",
    (id) => {
      const hostile = ["name:\n", "description: '\n", "\ufeff", "<a", "- [", "\u202e: ", "---\n"];
      for (const part of hostile)
        expect(() =>
          refuse(id, {
            document: `---\n${part.repeat(100_000 / part.length)}\n---\n`,
            files: many(10_000, 3_000),
          }),
        ).not.toThrow();
    },
  );
});

describe("culprits", () => {
  it("lists the twenty largest files, the largest first, equal ones by path", () => {
    const files = [
      ...Array.from({ length: 25 }, (_, index) => ({
        path: `${String.fromCharCode(121 - index)}.bin`,
        size: 2 * mebibyte,
      })),
      { path: "big.bin", size: 3 * mebibyte },
    ];
    const [refusal] = refuse("claude-ai", { files });
    expect(refusal?.culprits.map(({ path }) => path)).toEqual(
      ["big.bin", ..."abcdefghijklmnopqrs"].map((name) => (name.length === 1 ? `${name}.bin` : name)),
    );
  });

  it("lists the fullest directories, and an inner one instead of an outer one with the same files", () => {
    const files = [
      ...many(150).map(({ path, size }) => ({ path: `a/${path}`, size })),
      ...many(60).map(({ path, size }) => ({ path: `b/${path}`, size })),
      { path: "b/x", size: 5 },
    ];
    const [refusal] = refuse("claude-ai", { files });
    expect(refusal?.culprits).toEqual([
      { path: "a/data", files: 150, size: 150 },
      { path: "b", files: 61, size: 65 },
      { path: "b/data", files: 60, size: 60 },
    ]);
  });

  it("leaves out the manifest, which packing adds", () => {
    const files = [
      { path: "skill.manifest.json", size: 9 * mebibyte },
      { path: "a.txt", size: 4 * mebibyte },
    ];
    const named = refuse("langfuse", { files }).flatMap(({ culprits }) => culprits.map(({ path }) => path));
    expect(named).toEqual(["a.txt", "SKILL.md"]);
  });

  it("lists twenty directories of 10,000 in 1,000", () => {
    const files = Array.from({ length: 10_000 }, (_, index) => ({
      path: `d${index % 1_000}/e/${index}`,
      size: 1,
    }));
    expect(refuse("claude-ai", { files })[0]?.culprits).toHaveLength(20);
  });
});

describe("claude-ai", () => {
  it.each<[string, Changes, Changes]>([
    ["Zip contains too many files (maximum 200)", { files: many(199) }, { files: many(200) }],
    [
      "Zip file uncompressed size exceeds 30MB",
      { files: filling(30 * mebibyte) },
      { files: filling(30 * mebibyte + 1) },
    ],
    [
      "Zip file contains path with invalid characters",
      { files: [{ path: "a-b/C_1.d", size: 1 }] },
      { files: [{ path: "дневник.md", size: 1 }] },
    ],
    ["Zip file contains path with invalid characters", {}, { name: "дневник" }],
    ["All files must be inside the top-level folder", {}, { layout: "root" }],
    [
      "Zip must contain exactly one SKILL.md file. Currently there are 2.",
      { files: [{ path: "b/SKILL.example.md", size: 1 }] },
      { files: [{ path: "b/SKILL.md", size: 1 }] },
    ],
    [
      "A skill cannot contain a plugin manifest (.claude-plugin/plugin.json). Remove it, or upload this content as a plugin instead.",
      { files: [{ path: "plugin.json", size: 1 }] },
      { files: [{ path: ".claude-plugin/plugin.json", size: 1 }] },
    ],
    ["SKILL.md must start with YAML frontmatter (---)", {}, { document: "# Text\n" }],
    ["malformed YAML frontmatter in SKILL.md", {}, { frontmatter: "name: pdf-forms\ndescription: a: b" }],
    [
      "unexpected key in SKILL.md frontmatter: properties must be in ('name', 'description', 'license', 'allowed-tools', 'compatibility', 'metadata')",
      { frontmatter: `${good}\nlicense: MIT\nmetadata:\n  version: 1` },
      { frontmatter: `${good}\nversion: 1` },
    ],
    ["SKILL.md frontmatter missing name or description", {}, { frontmatter: "name: pdf-forms" }],
    [
      "Skill name in SKILL.md can only contain lowercase letters, numbers, and hyphens.",
      {},
      { frontmatter: good.replace("pdf-forms", "PDF forms") },
    ],
    [
      "Skill name in SKILL.md cannot contain the reserved word 'claude'.",
      { frontmatter: good.replace("pdf", "cloud") },
      { frontmatter: good.replace("pdf", "claude") },
    ],
    [
      "field 'description' in SKILL.md must be at most 1024 characters",
      { frontmatter: long(1_024) },
      { frontmatter: long(1_025) },
    ],
    [
      "SKILL.md description cannot contain XML tags",
      { frontmatter: good.replace("forms.", "Span(T)") },
      { frontmatter: good.replace("forms.", "Span<T>") },
    ],
  ])("says %s", (sentence, passing, failing) => {
    expect(refuse("claude-ai", passing)).toEqual([]);
    expect(refuse("claude-ai", failing).map(({ message, own, kind }) => ({ message, own, kind }))).toEqual([
      { message: sentence, own: true, kind: "refuses" },
    ]);
  });

  it("leaves open what reports disagree on: a space in a path, a single bracket", () => {
    expect(refuse("claude-ai", { files: [{ path: "a b.md", size: 1 }] }).map(({ kind }) => kind)).toEqual([
      "may-refuse",
    ]);
    expect(
      refuse("claude-ai", { frontmatter: good.replace("forms.", "a -> b") }).map(({ kind }) => kind),
    ).toEqual(["may-refuse"]);
  });

  it("describes the finding in our words, marked as ours if the uploader's message is unknown", () => {
    const [refusal] = refuse("claude-ai", { frontmatter: good.replace("pdf-forms", "x".repeat(65)) });
    expect(refusal).toMatchObject({
      own: false,
      message: "name is 65 characters long (maximum 64)",
      detail: "name is 65 characters long (maximum 64)",
    });
    expect(refuse("claude-ai", { files: many(200) })[0]?.detail).toBe(
      "the archive has 201 files (maximum 200)",
    );
  });
});

describe("claude-api", () => {
  it.each<[string, Changes, Changes]>([
    ["SKILL.md file must be exactly in the top-level folder.", {}, { layout: "root" }],
    [
      "The folder name 'skills' must match the skill name 'pdf-forms' in SKILL.md.",
      { name: "PDF-Forms" },
      { name: "skills" },
    ],
    [
      "Zip file uncompressed size exceeds 30MB",
      { files: filling(30 * mebibyte) },
      { files: filling(30 * mebibyte + 1) },
    ],
    [
      "the archive has 31,457,280 bytes (maximum 31,457,279)",
      { archiveBytes: 30 * mebibyte - 1 },
      { archiveBytes: 30 * mebibyte },
    ],
    [
      'the frontmatter has 1 unknown field: "version"; known are allowed-tools, compatibility, description, license, metadata and name',
      {},
      { frontmatter: `${good}\nversion: 1` },
    ],
    [
      'name "claude-forms" contains the reserved word "claude"',
      {},
      { frontmatter: good.replace("pdf", "claude"), name: "claude-forms" },
    ],
  ])("says %s", (sentence, passing, failing) => {
    expect(refuse("claude-api", passing)).toEqual([]);
    expect(messages("claude-api", failing)).toEqual([sentence]);
  });
});

describe("openai", () => {
  it.each<[string, Changes, Changes]>([
    ["the files are at the archive's root, not in a top-level directory", {}, { layout: "root" }],
    [
      "the archive has 52,428,801 bytes (maximum 52,428,800)",
      { archiveBytes: 50 * mebibyte },
      { archiveBytes: 50 * mebibyte + 1 },
    ],
    ["the archive has 501 files (maximum 500)", { files: many(499) }, { files: many(500) }],
    [
      "a file has 26,214,401 bytes (maximum 26,214,400)",
      { files: many(1, 25 * mebibyte) },
      { files: many(1, 25 * mebibyte + 1) },
    ],
    [
      "2 files are named SKILL.md, ignoring case",
      { files: [{ path: "a/skill.txt", size: 1 }] },
      { files: [{ path: "a/skill.md", size: 1 }] },
    ],
    [
      "description is 1,025 characters long (maximum 1,024)",
      { frontmatter: long(1_024) },
      { frontmatter: long(1_025) },
    ],
    [
      "the frontmatter is not valid YAML: mapping values are not allowed here, line 3 of SKILL.md",
      {},
      { frontmatter: "name: pdf-forms\ndescription: a: b" },
    ],
    ["description is empty", {}, { frontmatter: 'name: pdf-forms\ndescription: " "' }],
  ])("says %s", (sentence, passing, failing) => {
    expect(refuse("openai", passing)).toEqual([]);
    expect(messages("openai", failing)).toEqual([sentence]);
  });

  it("accepts fields, names and directories that only others refuse", () => {
    expect(refuse("openai", { frontmatter: `${good}\nversion: 1`, name: "pdf_forms" })).toEqual([]);
  });
});

describe("gemini", () => {
  it.each<[string, Changes, Changes]>([
    ["No YAML frontmatter found", {}, { document: `\ufeff---\n${good}\n---\n` }],
    ["Invalid frontmatter format", {}, { document: `---\n${good}\n` }],
    ['Missing "name" in frontmatter', {}, { frontmatter: "description: d" }],
    [
      'Name ""pdf-forms"" should be hyphen-case',
      {},
      { frontmatter: good.replace("pdf-forms", '"pdf-forms"') },
    ],
    [
      "Description must be a single-line string: description: ...",
      { frontmatter: "name: pdf-forms\ndescription: ''" },
      { frontmatter: "name: pdf-forms" },
    ],
    [
      "Description must be a single line (no newlines)",
      { frontmatter: 'name: pdf-forms\ndescription: "a b"' },
      { frontmatter: 'name: pdf-forms\ndescription: "a\n  b"' },
    ],
    ["Description is too long (max 1024)", { frontmatter: long(1_024) }, { frontmatter: long(1_025) }],
    [
      "Found unresolved TODO in SKILL.md",
      { document: `---\n${good}\n---\nTODO\n` },
      { document: `---\n${good}\n---\nTODO: more\n` },
    ],
  ])("says %s", (sentence, passing, failing) => {
    expect(refuse("gemini", passing)).toEqual([]);
    expect(messages("gemini", failing)).toEqual([sentence]);
  });

  it("also accepts a top-level directory", () => {
    expect(refuse("gemini", { layout: "wrapped" })).toEqual([]);
  });
});

describe("clawhub", () => {
  it.each<[string, Changes, Changes]>([
    [
      'File "data/0.txt" exceeds 10MB limit',
      { files: many(1, 10 * mebibyte) },
      { files: many(1, 10 * mebibyte + 1) },
    ],
    ["Skill bundle exceeds 50MB limit", { files: many(4, 10 * mebibyte) }, { files: many(5, 10 * mebibyte) }],
    [
      "Invalid upload path",
      { files: [{ path: "a".repeat(500), size: 1 }] },
      { files: [{ path: "a".repeat(501), size: 1 }] },
    ],
    ["Invalid file paths", { files: [{ path: "a.b.c", size: 1 }] }, { files: [{ path: "a..c", size: 1 }] }],
    [
      "skill-card.md is generated by ClawHub and cannot be published directly",
      { files: [{ path: "a/skill-card.md", size: 1 }] },
      { files: [{ path: "Skill-Card.md", size: 1 }] },
    ],
    [
      'This looks like a plugin. Use "clawhub package publish <source>" instead.',
      { files: [{ path: "a/openclaw.plugin.json", size: 1 }] },
      { files: [{ path: "openclaw.plugin.json", size: 1 }] },
    ],
    ["Slug must be at least 3 characters.", { name: "pdf" }, { name: "pd" }],
    ["Slug must be at most 96 characters.", { name: "p".repeat(96) }, { name: "p".repeat(97) }],
    ['"docs" is reserved and cannot be used as a slug.', { name: "doc-s" }, { name: "docs" }],
    [
      '"my-openclaw" uses the protected "openclaw" slug namespace. Choose a slug that does not start with "openclaw-" or end with "-openclaw".',
      { name: "my-openclaws" },
      { name: "my-openclaw" },
    ],
  ])("says %s", (sentence, passing, failing) => {
    expect(refuse("clawhub", passing)).toEqual([]);
    expect(messages("clawhub", failing)).toEqual([sentence]);
  });

  it("reports files that are left out silently", () => {
    expect(
      refuse("clawhub", {
        files: [
          { path: "a/.env.example", size: 7 },
          { path: "node_modules/x", size: 9 },
        ],
      }),
    ).toMatchObject([
      {
        kind: "drops",
        own: false,
        culprits: [
          { path: "node_modules/x", size: 9 },
          { path: "a/.env.example", size: 7 },
        ],
      },
    ]);
  });

  it("accepts its own fields and either layout", () => {
    expect(refuse("clawhub", { frontmatter: `${good}\nversion: 1`, layout: "root" })).toEqual([]);
  });
});

describe("langfuse", () => {
  it.each<[string, Changes, Changes]>([
    [
      "ZIP files must be 3 MB or smaller.",
      { archiveBytes: 3 * mebibyte },
      { archiveBytes: 3 * mebibyte + 1 },
    ],
    ["the archive has 201 files (maximum 200)", { files: many(199) }, { files: many(200) }],
    [
      "A skill must not exceed 1000000 UTF-8 bytes in total",
      { files: filling(1_000_000) },
      { files: filling(1_000_001) },
    ],
    [
      "a path has 513 characters (maximum 512)",
      { files: [{ path: `${"a".repeat(508)}.txt`, size: 1 }] },
      { files: [{ path: `${"a".repeat(509)}.txt`, size: 1 }] },
    ],
    [
      "Skill files must use a supported text file extension",
      { files: [{ path: "a.TXT", size: 1 }] },
      { files: [{ path: "LICENSE", size: 1 }] },
    ],
    [
      "SKILL.md must have valid YAML frontmatter with a name and description.",
      {},
      { frontmatter: "name: pdf-forms" },
    ],
    [
      "1 file named SKILL.md below the root: Langfuse imports their directories as separate skills",
      {},
      { files: [{ path: "a/skill.md", size: 1 }] },
    ],
  ])("says %s", (sentence, passing, failing) => {
    expect(refuse("langfuse", passing)).toEqual([]);
    expect(messages("langfuse", failing)).toEqual([sentence]);
  });
});

describe("well-known", () => {
  it.each<[string, Changes, Changes]>([
    ["the files are in a top-level directory, not at the archive's root", {}, { layout: "wrapped" }],
    [
      'name "größe" is not lower-case ASCII letters and digits joined by single hyphens',
      {},
      { frontmatter: good.replace("pdf-forms", "größe") },
    ],
    [
      "name is 65 characters long (maximum 64)",
      { frontmatter: good.replace("pdf-forms", "x".repeat(64)) },
      { frontmatter: good.replace("pdf-forms", "x".repeat(65)) },
    ],
    [
      "description is 1,025 characters long (maximum 1,024)",
      { frontmatter: long(1_024) },
      { frontmatter: long(1_025) },
    ],
    ["the archive has 1,001 files (maximum 1,000)", { files: many(999) }, { files: many(1_000) }],
    [
      "the files have 52,428,801 bytes in total (maximum 52,428,800)",
      { files: filling(50 * mebibyte) },
      { files: filling(50 * mebibyte + 1) },
    ],
    [
      "the skill consists only of SKILL.md, which needs no archive",
      {},
      { files: [{ path: "skill.manifest.json", size: 1 }] },
    ],
  ])("says %s", (sentence, passing, failing) => {
    expect(refuse("well-known", passing)).toEqual([]);
    expect(messages("well-known", failing)).toEqual([sentence]);
  });
});

it("has a line of at most terminal width for every uploader in the notes", () => {
  const lines = uploadNotes.split("\n");
  expect(lines.slice(1).map((line) => line.split(" ")[0])).toEqual(uploaders.map(({ id }) => id));
  expect(lines.filter((line) => line.length > 78)).toEqual([]);
});
