import { describe, expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { vocabularyOf } from "../src/lint/vocabulary-of.ts";
import type { Skill } from "../src/model/skill.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { longestShared } from "../src/rules/body/duplicated-text.ts";
import { textRules } from "../src/rules/lists/text-rules.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { partOf } from "./support/samples.ts";

const vocabulary = vocabularyOf(textRules);

/** Loaded without the clients; their limits have separate tests. */
function load(files: Readonly<Record<string, string>>): Skill {
  return loadSkill(openMemory("pdf-forms", files), [], { vocabulary }).skill;
}

function skillMd(body: string, description = "Fills PDF forms. Use when the user has one."): string {
  return `---\nname: pdf-forms\ndescription: ${description}\n---\n${body}`;
}

function messagesOf(id: string, skill: Skill): readonly string[] {
  return textRules
    .filter(({ meta }) => meta.id === id)
    .flatMap(({ check }) => Array.from(check({ subject: skill }), ({ message }) => message));
}

const size = 1_000_000;
const repeated = (text: string, length = size): string => text.repeat(Math.floor(length / text.length));

it.each(
  partOf([
    ["letters", repeated("a")],
    ["backslashes", repeated("\\")],
    ["segments of a Windows path", repeated("a\\")],
    ["dots and backslashes", repeated(".\\")],
    ["a choice without an end", `you can use ${repeated("a, ")}`],
    ["choices that begin", repeated("you can use a, or ")],
    ["dotted names in a choice", `you can use ${repeated("a.")}`],
    ["dates that begin", repeated("before the end of ")],
    ["dates in details that open", repeated("<details> until 2027 ")],
    ["code that opens", repeated("`")],
    ["fences", repeated("```\n~~~\n")],
    ["comments", repeated("<!-- a -->\n")],
    ["headings", repeated("# When\n")],
    ["headings that differ", Array.from({ length: 60_000 }, (_, at) => `## When ${at}\n`).join("")],
    ["placeholders", repeated("[TODO ")],
    ["lines of TODO", repeated("TODO: \n")],
    ["brackets", repeated("[insert a] ")],
    ["lines to come", repeated("*TBD* \n")],
    ["blanks before a TODO", `${repeated(" ")}TODO`],
    ["home directories", repeated("/home/a")],
    ["variables", repeated("${CLAUDE_A} ")],
    ["arguments", repeated("$ARGUMENTS[")],
    ["tools of servers", repeated("mcp__a_")],
    ["shouts", repeated("MUST NEVER ")],
  ]),
)("checks 1 MB of %s in bounded time", (_, text) => {
  const skill = load({ "SKILL.md": skillMd(text), "references/a.md": text, "scripts/a.py": "print(1)\n" });
  for (const { meta, check } of textRules) {
    const started = cpuTime();
    for (const { message } of check({ subject: skill })) expect(message.length).toBeLessThan(500);
    expect(cpuTime() - started, meta.id).toBeLessThan(linearLimit);
  }
});

it.each([
  ["words", repeated("a ", 60_000)],
  ["commas", repeated("a, ", 60_000)],
  ["quotes", repeated("'a", 60_000)],
  ["dots", repeated(".", 60_000)],
  ["small words", repeated("the ", 60_000)],
  ["letters", repeated("a", 60_000)],
  ["placeholders", repeated("TODO ", 60_000)],
])("checks a description of 60 KB of %s in bounded time", (_, text) => {
  const skill = load({ "SKILL.md": skillMd("# PDF forms\n\nFill it.\n", `x ${text}`) });
  for (const { meta, check } of textRules) {
    const started = cpuTime();
    Array.from(check({ subject: skill }));
    expect(cpuTime() - started, meta.id).toBeLessThan(linearLimit);
  }
});

it.each([
  "Rellena formularios PDF y comprueba los campos.",
  "Preenche formulários PDF e verifica os campos.",
  "Remplit des formulaires PDF à partir d'un tableau.",
  "PDFフォームに記入し、結果を確認する。",
  "PDF 양식을 채우고 확인합니다.",
])("sees that only the body says when to use the skill: %s", (description) => {
  const skill = load({ "SKILL.md": skillMd("# PDF\n\n## When to use\n\nAlways.\n", description) });
  expect(messagesOf("body-when-to-use", skill)).toHaveLength(1);
  expect(messagesOf("description-when", skill)).toEqual([]);
});

it("does not mistake other languages for English", () => {
  const descriptions = [
    "Vult PDF-formulieren in met waarden van een tabel.",
    "Fyller i PDF-formulär och kontrollerar fälten.",
    "Mengisi formulir PDF dari tabel nilai untuk pengguna.",
    "Заполняет формы PDF и проверяет поля.",
  ];
  const english = ["description-when", "body-when-to-use", "description-cut"];
  for (const description of descriptions) {
    const skill = load({ "SKILL.md": skillMd("# PDF\n\n## When to use\n\nAlways.\n", description) });
    expect(
      english.flatMap((id) => messagesOf(id, skill)),
      description,
    ).toEqual([]);
  }
});

it("accepts every phrase with which the guides say when to use a skill", () => {
  const descriptions = [
    "Fills PDF forms. Use when the user has one.",
    "Fills PDF forms. Use this skill for every form.",
    "Fills PDF forms. Use to complete the fields of a form.",
    "This skill should be used when the user has a PDF form.",
    "Fills PDF forms. Triggers on the word form.",
    "Fills PDF forms. Invoke it before a form is printed.",
    "Fills PDF forms whenever one is attached to the message.",
    "Fills PDF forms, on request of the user.",
  ];
  expect(
    descriptions.flatMap((description) =>
      messagesOf("description-when", load({ "SKILL.md": skillMd("# PDF\n", description) })),
    ),
  ).toEqual([]);
});

describe("shared lines", () => {
  const shared = (text: string, other: string) => {
    const { texts } = load({ "SKILL.md": text, "other.md": other });
    const file = (path: string) => texts.find((each) => each.path === path)!;
    return Array.from(longestShared(file("SKILL.md"), 1, [file("other.md")]), ({ run }) => run);
  };

  it("ignores blank lines, and treats CRLF as LF", () => {
    expect(
      shared(
        "# A\r\n\r\nfill the first field\r\nfill the second field\r\n",
        "fill the first field\n\n\nfill the second field\nx\n",
      ),
    ).toEqual([{ first: 3, last: 4, otherFirst: 1, lines: 2, bytes: 41 }]);
  });

  it("reports the longest of several", () => {
    const runs = shared(
      "a line that is alone\nb\nfill the first field\nfill the second field\n",
      "a line that is alone\nc\nfill the first field\nfill the second field\n",
    );
    expect(runs.map(({ first, lines }) => [first, lines])).toEqual([[3, 2]]);
  });

  it("reports the line in the other text where a later run begins", () => {
    const twice = "a line that is alone\nx\n\nfill the first field\nfill the second field\n";
    expect(
      shared("a line that is alone\nb\nfill the first field\nfill the second field\n", twice),
    ).toMatchObject([{ first: 3, otherFirst: 4, lines: 2 }]);
  });

  it("is linear where all lines are the same", () => {
    const started = cpuTime();
    shared(repeated("fill the first field\n"), repeated("fill the first field\n"));
    expect(cpuTime() - started).toBeLessThan(linearLimit);
  });
});

it("reports where a body with multi-byte characters is truncated", () => {
  const skill = load({ "SKILL.md": skillMd(`# 表单\n\n${"填写表单。\n".repeat(700)}`) });
  const [finding] = Array.from(
    textRules.find(({ meta }) => meta.id === "body-bytes")!.check({ subject: skill }),
  );
  expect(finding?.range?.start.byteOffset).toBeGreaterThan(7996);
  expect(finding?.range?.start.byteOffset).toBeLessThan(8001);
});
