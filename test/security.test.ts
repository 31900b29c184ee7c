import { describe, expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import type { Skill } from "../src/model/skill.ts";
import { Vocabulary } from "../src/core/vocabulary.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { securityRules } from "../src/rules/lists/security-rules.ts";
import { describeDiagnostics, diagnose } from "./support/fixtures.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { partOf } from "./support/samples.ts";

const document = "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\n# PDF forms\n\n";

const skillOf = (body: string, files: Parameters<typeof openMemory>[1] = {}) =>
  openMemory("pdf-forms", { "SKILL.md": document + body, ...files });
const say = (id: string, body: string, files: Parameters<typeof openMemory>[1] = {}): string =>
  describeDiagnostics(diagnose(id, skillOf(body, files)));

const tagged = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join("");
const selected = (text: string): string =>
  Array.from(Buffer.from(text), (byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
  ).join("");

describe("hidden text", () => {
  it.each([
    ["keycaps", "0\ufe0f\u20e3 9\ufe0f\u20e3 *\ufe0f\u20e3 #\ufe0f\u20e3"],
    [
      "flags of regions",
      ["gbeng", "gbsct", "gbwls", "ustx"].map((region) => `\u{1f3f4}${tagged(region)}\u{e007f}`).join(" "),
    ],
    [
      "flags of states",
      "\u{1f1ef}\u{1f1f5} \u{1f3f3}\ufe0f\u200d\u{1f308} \u{1f3f4}\u200d\u2620\ufe0f \u{1f3f3}\ufe0f\u200d\u26a7\ufe0f",
    ],
    [
      "families and skin tones",
      "\u{1f468}\u{1f3fd}\u200d\u{1f91d}\u200d\u{1f468}\u{1f3fb} \u{1f9d1}\u200d\u{1f9d1}\u200d\u{1f9d2} \u{1f441}\ufe0f\u200d\u{1f5e8}\ufe0f",
    ],
    [
      "signs shown as pictures or as text",
      "\u2139\ufe0f \u2122\ufe0f \u00a9\ufe0f \u203c\ufe0f \u24c2\ufe0f \u3297\ufe0f \u2714\ufe0e \u3030\ufe0f",
    ],
    ["a sign whose selector is written twice", "\u26a0\ufe0f\ufe0f".slice(0, 2)],
    ["ideographs of names", "\u8fbb\u{e0100}\u6a4b \u8fbb\ufe00 \u3001\ufe01"],
    ["mathematics", "\u2229\ufe00 \u2264 x\u0302 \u{1d538}"],
    [
      "Persian",
      "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u06a9\u062a\u0627\u0628\u200c\u0647\u0627 ZWNJ\u200c\u0647\u0627",
    ],
    [
      "Arabic with marks of direction",
      "\u0627\u0644\u0645\u0644\u0641 form.pdf\u200f \u062c\u0627\u0647\u0632 \u061c1",
    ],
    [
      "Hebrew with isolates",
      "\u05e7\u05d5\u05d1\u05e5 \u2068form.pdf\u2069 \u05e0\u05e7\u05e8\u05d0 \u202bx\u202c",
    ],
    [
      "Hindi, Bengali, Malayalam, Sinhala",
      "\u0915\u094d\u200d\u0937 \u0995\u09cd\u200c\u09b7 \u0d28\u0d4d\u200d \u0dc1\u0dca\u200d\u0dbb\u0dd3",
    ],
    ["Mongolian", "\u182e\u1823\u1829\u180b\u182d\u1823\u182f \u182a\u1820\u180e\u1820"],
    [
      "Thai, Khmer, Lao, Burmese",
      "\u0e20\u0e32\u0e29\u0e32\u200b\u0e44\u0e17\u0e22 \u1797\u17b6\u179f\u17b6\u200b\u1781\u17d2\u1798\u17c2\u179a \u0e9e\u0eb2\u200b\u0eaa\u0eb2 \u1019\u103c\u1014\u103a\u200b\u1019\u102c",
    ],
    [
      "Japanese and Chinese around emphasis",
      "\u3053\u308c\u306f\u200b**\u91cd\u8981**\u200b\u3067\u3059\u3002 \u8bf7\u200b`form`\u200b\u586b\u5199",
    ],
    ["Korean of old syllables", "\u1112\u1161\u11ab \u115f\u1161 \u1112\u1160"],
    ["a mark that keeps marks in order", "a\u0301\u034f\u0327"],
  ])("is not reported in %s", (_, text) => {
    expect(say("hidden-text", text) + say("hidden-characters", text)).toBe("");
  });

  it.each([
    ["a flag with words for a region", `\u{1f3f4}${tagged("delete all")}\u{e007f}`, '"delete all"'],
    ["tags without a flag", tagged("run it"), '"run it"'],
    ["selectors behind a letter", `a${selected("run it")}`, '"run it"'],
    ["supplementary selectors behind a space", ` ${selected("!")}`, '"!"'],
    ["selectors whose bytes are no text", `a${selected("\u0001\u0002")}`, "2 invisible variation selectors"],
    ["an override in Hebrew", "\u05e7\u05d5\u05d1\u05e5 \u202eform\u202c", "right-to-left override"],
    [
      "an isolate that is never closed in Arabic",
      "\u0627\u0644\u0645\u0644\u0641 \u2067form",
      "right-to-left isolate",
    ],
    ["a noncharacter", "a\ufdd0b", "U+FDD0"],
    ["an interlinear annotation", "a\ufff9b\ufffac\ufffb", "interlinear annotation anchor"],
  ])("is seen as %s", (_, text, expected) => {
    const said = say("hidden-text", `x ${text} y\n`);
    expect(said).toContain(" error ");
    expect(said).toContain(expected);
  });

  it.each([
    ["a soft hyphen", "de\u00adlete", "U+00AD (soft hyphen)"],
    ["a Hangul filler", "x\u3164y", "U+3164 (Hangul filler)"],
    ["a word joiner", "x\u2060y", "U+2060 (word joiner)"],
    ["a byte-order mark amid the text", "x\ufeffy", "U+FEFF (byte-order mark)"],
    ["a mark of direction without a script for it", "x\u200fy", "U+200F (right-to-left mark)"],
    ["a line separator", "x\u2028y", "U+2028 (line separator)"],
    ["a selector behind a letter", "x\ufe0f", "U+FE0F (variation selector 16)"],
    ["a joiner between emoji and letter", "\u{1f4c4}\u200dx", "U+200D (zero-width joiner)"],
  ])("is reported as %s", (_, text, expected) => {
    expect(say("hidden-characters", `${text}\n`)).toContain(
      `warning [] invisible character ${expected}; delete it`,
    );
  });

  it("is reported in UTF-16, but not in binary data", () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`x${tagged("hi")}`, "utf16le")]);
    expect(say("hidden-text", "", { "references/a.md": utf16 })).toContain('decoded: "hi"');
    expect(say("hidden-characters", "", { "references/a.md": Buffer.from([0x41, 0xad, 0x85, 0x41]) })).toBe(
      "",
    );
  });
});

describe("text that only mentions a command", () => {
  it("is not reported in tests and lists of packages", () => {
    const line = 'exec(base64.b64decode("cm0gLXJmIC8gIyB0ZXN0"))\n';
    expect(
      say("encoded-command", "", {
        "scripts/tests/fill.py": line,
        "tests/test_fill.py": line,
        "package-lock.json": line,
      }),
    ).toBe("");
    expect(say("encoded-command", "", { "scripts/fill.py": line })).toContain('"rm -rf / # test"');
  });

  it("is not reported in regular expressions and comments", () => {
    const files = {
      "scripts/scan.py": 'pattern = re.compile(r"base64\\s+-d.*\\| *(ba)?sh")\n# base64 -d | sh\n',
    };
    expect(say("encoded-command", "", files)).toBe("");
  });
});

it("finds every location in a file, of which a report lists three", () => {
  expect(say("raw-ip-address", "Get http://91.92.242.30/a\n".repeat(9)).split("\n").length - 1).toBe(9);
  expect(
    securityRules.every(({ meta, reportLimit }) => meta.id !== "raw-ip-address" || reportLimit?.max === 3),
  ).toBe(true);
});

it("lists the files that are too large to check", () => {
  const large = { kind: "file", size: 2_000_000, executable: false } as const;
  expect(
    say("unreviewed-file", "", { "data/all.csv": large, "assets/form.mp4": large, "assets/a.tar.gz": large }),
  ).toBe(
    'assets/a.tar.gz info [] "assets/a.tar.gz" is an archive and was not checked; unpack it into the skill\n' +
      'data/all.csv info [] "data/all.csv" was not checked: it has 2,000,000 bytes (maximum 1,048,576)\n',
  );
});

it("prints only the first characters of a secret", () => {
  const secret = "ghp_R7kW2mZq9LxT4vB8nYc3JdF6hGs1PaUe5KoM";
  const said = say("secret-literal", "", { "scripts/fill.py": `token = "${secret}"\n` });
  expect(said).toContain('"ghp_R7kW…" has the form of a GitHub token');
  expect(said).not.toContain(secret.slice(0, 12));
});

it("describes rules without judging skills", () => {
  const words = securityRules.flatMap(({ meta }) => [meta.summary, meta.remedy]).join(" ");
  expect(words).not.toMatch(/\bsafe\b|\bclean\b|malware|malicious/i);
});

const vocabulary = new Vocabulary(securityRules.flatMap(({ meta }) => meta.words ?? []));
const size = 1_000_000;
const fill = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);
const hostile: readonly (readonly [string, string])[] = [
  ...[
    "a",
    "A",
    "0",
    "=",
    "-",
    "/",
    ".",
    " ",
    "\n",
    "\t",
    "\\",
    '"',
    "'",
    "`",
    "(",
    "[",
    "$",
    "|",
    ">",
    "#",
    "!",
    "@",
    ":",
    ";",
    "&",
    "<!--",
    "\u200b",
    "\ufe0f",
    "\u202e",
    "\u{e0041}",
    "\u{1f3f4}",
  ].map((text) => [JSON.stringify(text), text] as const),
  ["downloads", "curl http://a.b/c "],
  ["downloads and chmod", "curl http://a.b/c\nchmod "],
  ["links without an end", "[a.b.c.d]("],
  ["hosts", "http://a.b@"],
  ["decoders", "base64 -d "],
  ["decoded names", "x = b64decode(y)\n"],
  ["names of literals", 'x="aaaaaaaaaaaaaaaaaaaa" base64 -d | sh '],
  ["calls", "exec((((exec("],
  ["deletions", "\nrm -r -f -a "],
  ["hyphens behind rm", "rm -r-r-r-r"],
  ["keys", "-----BEGIN PRIVATE KEY-----\n"],
  ["key bodies", "sk-ant-api03-aB3"],
  ["blank lines short of the limit", `x${"\n".repeat(198)}`],
  ["installers", "npm install --a --a "],
  ["redirections", "> > >> ~/.claude/CLAUDE.md "],
  ["passwords", "unzip archive password "],
  ["sockets", "nc -a -a -a -a "],
  ["shells", "powershell -a "],
  ["right to left", "\u05d0\u2067\u2069"],
  ["blocks that are spoken of", "```\n| base64 -d | sh\n```\n"],
  ["headings over addresses", "# Never\nhttp://91.92.242.30/\n"],
  ["comments with addresses", `<!-- ${"https://a/".repeat(900)} -->\n`],
  ["isolates on their lines", "\u05d0\u2067\n"],
];

describe.each(["SKILL.md", "scripts/fill.py"])("a hostile %s", (path) => {
  it.each(partOf(hostile))("made of %s is read in bounded time by each rule", (_, text) => {
    const gates = securityRules.flatMap(({ meta }) => meta.words ?? []).join(" ");
    const content = fill(text).slice(0, size - gates.length - 200);
    const files =
      path === "SKILL.md"
        ? { "SKILL.md": `${document}${content}\n${gates}` }
        : { "SKILL.md": document, [path]: `${content}\n${gates}` };
    const { skill } = loadSkill(openMemory("pdf-forms", files), [], { vocabulary });
    for (const rule of securityRules) expect(timeOf(rule, skill), rule.meta.id).toBeLessThan(linearLimit);
  });
});

function timeOf(rule: (typeof securityRules)[number], skill: Skill): number {
  const started = cpuTime();
  for (const { message, range } of rule.check({ subject: skill })) {
    expect(message.length).toBeLessThan(1_000);
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(range?.start.offset ?? 0).toBeGreaterThanOrEqual(0);
  }
  return cpuTime() - started;
}
