import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CatalogEntry } from "../src/model/agent.ts";
import { namedFiles } from "../src/harness/models/lexical.ts";
import { rankCatalog, toWords } from "../src/harness/models/rank-catalog.ts";
import { agentskills } from "../src/harness/systems/agentskills/agentskills.ts";
import { harness9 } from "../src/harness/systems/harness9.ts";
import { systems } from "../src/generated/systems.ts";
import { traceLines } from "./support/harness.ts";
import { described, playWith, rootsFor } from "./support/models.ts";
import { samples } from "./support/samples.ts";

const lexical = { kind: "lexical" } as const;

const body =
  "# Forms\n\nRead references/a.md, then [the rules](rules.md) and references/a.md again. Look at `references/gone.md`.\n\nRun scripts/fill.py and see assets/logo.png, docs/plan.md or <name>.md.\n";
const skills = {
  forms: {
    "SKILL.md": described("pdf-forms", "Fills in the fields of PDF forms.", body),
    "references/a.md": "A",
    "rules.md": "R",
    "other.md": "O",
    "scripts/fill.py": "pass",
  },
  notes: described("notes", "Writes release notes from a list of changes."),
};

describe.each(systems.map((system) => [system.id, system] as const))("lexical, in %s", (_, system) => {
  it("activates the matching skill, and reads the documents that its instructions refer to", async () => {
    const { trace, answer, stop } = await playWith(lexical, system, rootsFor(system, skills), {
      prompt: "Please fill in this tax form for me",
    });
    const happened = trace
      .filter(({ kind }) => ["activate", "resource", "list", "script", "refuse"].includes(kind))
      .map(({ kind, skill, file }) => [kind, skill, file]);
    expect(happened).toEqual([
      ["activate", "pdf-forms", "SKILL.md"],
      ["resource", "pdf-forms", "references/a.md"],
      ["resource", "pdf-forms", "rules.md"],
      ["refuse", "pdf-forms", "references/gone.md"],
    ]);
    expect({ answer, stop }).toEqual({
      answer: "Used pdf-forms and requested references/a.md, rules.md and references/gone.md.",
      stop: "answered",
    });
  });

  it("activates nothing if no skill matches, and continues with the next prompt", async () => {
    const { trace } = await playWith(lexical, system, rootsFor(system, skills), {
      prompt: "What is the weather in Oslo?",
      followUps: ["Write the release notes!"],
    });
    const happened = trace
      .filter(({ kind }) => kind === "activate" || kind === "answer")
      .map(({ kind, skill, text }) => [kind, skill ?? text]);
    expect(happened).toEqual([
      ["answer", "No skill matches the prompt well enough."],
      ["activate", "notes"],
      ["answer", "Used notes."],
    ]);
  });

  it("always gives the same trace", async () => {
    const run = async () =>
      JSON.stringify(
        await playWith(lexical, system, rootsFor(system, skills), { prompt: "Fill this form." }),
      );
    expect(await run()).toBe(await run());
  });
});

it("reads at most ten documents", async () => {
  const files = Array.from({ length: 12 }, (_, index) => `references/${index}.md`);
  const roots = rootsFor(harness9, {
    many: {
      "SKILL.md": described("many", "Many files.", files.join("\n")),
      ...Object.fromEntries(files.map((file) => [file, "x"])),
    },
  });
  const { trace } = await playWith(lexical, harness9, roots, { prompt: "many files" });
  expect(trace.filter(({ kind }) => kind === "resource").map(({ file }) => file)).toEqual(files.slice(0, 10));
});

it("does not see a hidden skill", async () => {
  const hidden =
    "---\nname: secret\ndescription: Fills forms.\ndisable-model-invocation: true\n---\n\nDo it.\n";
  const { trace } = await playWith(
    lexical,
    agentskills,
    rootsFor(agentskills, { secret: hidden, notes: skills.notes }),
    { prompt: "secret: fill forms" },
  );
  expect(traceLines(trace, "activate")).toEqual([]);
});

it.each([
  [
    "Fills PDF-Forms, classes & policies; I'm using Node.js, don’t say 'so'",
    ["fill", "pdf", "form", "classe", "policy", "using", "node", "js", "say"],
  ],
  ["a the of and", []],
  ["Ärger ÄRGER ﬁle ２０２６ C++", ["ärger", "ärger", "file", "2026", "c"]],
  ["处理PDF表单 表", ["处理", "pdf", "表单", "表"]],
  ["フォームに入力、2件", ["フォ", "ォー", "ーム", "ムに", "に入", "入力", "2", "件"]],
  ["양식을 채우기", ["양식", "식을", "채우", "우기"]],
  ["กรอกฟอร์ม", ["กร", "รอ", "อก", "กฟ", "ฟอ", "อร", "ร์", "์ม"]],
  ["प्रपत्र भरें", ["प्रपत्र", "भरें"]],
  ["", []],
])("splits %j into the words %j", (text, words) => {
  expect(toWords(text)).toEqual(words);
});

function entry(name: string, description: string, more: Partial<CatalogEntry> = {}): CatalogEntry {
  return { name, description, scope: "project", path: `/project/skills/${name}`, hidden: false, ...more };
}

/** The ranking as a list of names and scores. */
function rank(prompt: string, catalog: readonly CatalogEntry[]) {
  const { ranked, chosen, margin } = rankCatalog(prompt, catalog);
  return {
    ranked: ranked.map(({ skill, score, words }) => [skill.name, score, words.join(" ")]),
    chosen: chosen?.skill.name,
    margin,
  };
}

it("ranks by BM25, calculated here by hand", () => {
  const catalog = [entry("pdf", "fills forms forms"), entry("notes", "writes")];
  // Lengths 4 and 2, 3 on average; "fill" and "form" are each in one of two: ln(1 + 1.5 / 1.5) = 0.6931; k1
  // (1 - b + b · 4/3) = 1.5.
  const [fill, form] = [(Math.log(2) * 1 * 2.2) / (1 + 1.5), (Math.log(2) * 2 * 2.2) / (2 + 1.5)];
  const score = Math.round((fill + form) * 10_000) / 10_000;
  expect(rank("Fill form after form, fill!", catalog)).toEqual({
    ranked: [
      ["pdf", score, "fill form"],
      ["notes", 0, ""],
    ],
    chosen: "pdf",
    margin: score,
  });
});

it("needs two words if there is one skill, and one word that only one of two skills has", () => {
  const pdf = entry("pdf", "Fills forms.");
  expect(rank("forms", [pdf]).chosen).toBeUndefined();
  expect(rank("fill forms", [pdf]).chosen).toBe("pdf");
  expect(rank("forms", [pdf, entry("docx", "Writes letters.")]).chosen).toBe("pdf");
  expect(rank("forms", [pdf, entry("docx", "Prints forms.")]).chosen).toBeUndefined();
});

it("orders equal scores by name, then by path, with a lead of 0", () => {
  const catalog = [
    entry("b", "Fills forms."),
    entry("a", "Fills forms.", { path: "/z" }),
    entry("a", "Fills forms.", { path: "/y" }),
    entry("c", "Writes notes, and long ones."),
  ];
  expect(rankCatalog("forms", catalog).ranked.map(({ skill }) => skill.path)).toEqual([
    "/y",
    "/z",
    "/project/skills/b",
    "/project/skills/c",
  ]);
  expect(rankCatalog("forms", catalog).margin).toBe(0);
});

it("finds nothing in an empty catalog, and nothing for an empty prompt", () => {
  expect(rank("forms", [])).toEqual({ ranked: [], chosen: undefined, margin: 0 });
  expect(rank("", [entry("a", "Fills forms.")])).toEqual({
    ranked: [["a", 0, ""]],
    chosen: undefined,
    margin: 0,
  });
  expect(rank("!?", [entry("…", "…")])).toEqual({ ranked: [["…", 0, ""]], chosen: undefined, margin: 0 });
});

const vocabulary = ["fill", "form", "pdf", "notes", "write", "release", "the", "表单", "填写"];
const words = fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 }).map((list) => list.join(" "));
const catalogs = fc
  .array(fc.record({ name: fc.constantFrom("a", "b", "c", "d"), description: words, hidden: fc.boolean() }), {
    maxLength: 6,
  })
  .map((list) =>
    list.map(({ name, description, hidden }, index) =>
      entry(name, description, { hidden, path: `/${index}` }),
    ),
  );

it("ignores hidden skills", () => {
  fc.assert(
    fc.property(words, catalogs, (prompt, catalog) => {
      expect(rankCatalog(prompt, catalog)).toEqual(
        rankCatalog(
          prompt,
          catalog.filter(({ hidden }) => !hidden),
        ),
      );
    }),
    samples(),
  );
});

it("does not depend on the order of the catalog or of the prompt's words", () => {
  const shuffled = catalogs.chain((catalog) =>
    fc.tuple(fc.constant(catalog), fc.shuffledSubarray([...catalog], { minLength: catalog.length })),
  );
  fc.assert(
    fc.property(words, shuffled, (prompt, [catalog, other]) => {
      expect(rankCatalog(prompt, other)).toEqual(rankCatalog(prompt, catalog));
      const scores = (text: string) =>
        rankCatalog(text, catalog).ranked.map(({ skill, score }) => [skill.path, score]);
      expect(scores(prompt.split(" ").reverse().join(" "))).toEqual(scores(prompt));
    }),
    samples(),
  );
});

it.each([
  [
    "See [a](references/a.md#x), `./references/b.md` and references/a.md.",
    ["references/a.md", "references/b.md"],
  ],
  [
    "Read /project/skills/forms/references/a.md and {baseDir}/assets/t.txt.",
    ["references/a.md", "assets/t.txt"],
  ],
  ["[Forms](FORMS.md), not FORMS2.md nor `README.md` nor SKILL.md nor [itself](SKILL.md)", ["FORMS.md"]],
  [
    "references/a.py, assets/a.png, docs/a.md, .github/b.md, ../references/c.md, https://test.dev/references/a.md, references/<name>.md, references/YYYY.md",
    [],
  ],
  ["<skill_resources>\n  <file>references/a.md</file>\n</skill_resources>", []],
])("finds in %j the paths %j", (text, files) => {
  expect(namedFiles(text, "/project/skills/forms")).toEqual(files);
});
