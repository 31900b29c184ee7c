import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configFormat, configSchema } from "../src/api/settings/config-format.ts";
import { configureLint } from "../src/api/settings/configured.ts";
import { readConfig } from "../src/api/settings/read-config.ts";
import { lint } from "../src/api/lint/lint.ts";
import type { Config } from "../src/model/config.ts";
import { SkillsError } from "../src/core/errors.ts";
import { compilePathPattern } from "../src/core/path-pattern.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { makeTree, skillMd } from "./support/tree.ts";
import { changedValues, readYaml, toValue } from "./support/changed-values.ts";
import { samples } from "./support/samples.ts";

const file = "skills.config.yaml";

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig({ cwd: makeTree(files), file: Object.keys(files)[0] ?? file });
    return [];
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return [error.message, ...(error.others ?? [])];
  }
}

function read(files: Readonly<Record<string, string>>): Config {
  const config = readConfig({ cwd: makeTree(files) });
  if (!config) throw new Error("no config");
  return config;
}

const whole = `
$schema: https://skills.example/schemas/config.schema.json
extends: [strict]
targets: [spec, claude-api]
rules: {body-length: off, name-format: error, blank-run: info, body-tokens: warning}
overrides: [{paths: ["skills/old", "*.py"], rules: {blank-run: off}, targets: spec}]
suppressions: [{rule: body-length, paths: skills/old, reason: it is a transcript, expires: 2031-01-31}]
ignore: [/vendor, "**/testdata/**"]
max-warnings: 0
baseline: skills.baseline.json
security: true
syntax: false
tokens: exact
version: 0.1.0
`;

describe("a config", () => {
  it("records the source of each value", () => {
    expect(read({ [file]: whole })).toMatchObject({
      files: [file],
      targets: { value: ["spec", "claude-api"], from: `${file}:4:10` },
      rules: new Map([
        ["body-length", { value: "off", from: `${file}:5:22` }],
        ["name-format", { value: "error", from: `${file}:5:40` }],
        ["blank-run", { value: "info", from: `${file}:5:58` }],
        ["body-tokens", { value: "warning", from: `${file}:5:77` }],
      ]),
      overrides: [
        {
          paths: ["skills/old", "*.py"],
          rules: new Map([["blank-run", { value: "off", from: `${file}:6:64` }]]),
          targets: { value: ["spec"], from: `${file}:6:79` },
          from: `${file}:6:13`,
        },
      ],
      suppressions: [
        {
          path: file,
          entries: [
            {
              rule: "body-length",
              paths: ["skills/old"],
              reason: "it is a transcript",
              expires: "2031-01-31",
              range: { start: { line: 7, column: 16 } },
            },
          ],
        },
      ],
      ignore: [
        { value: "/vendor", from: `${file}:8:10` },
        { value: "**/testdata/**", from: `${file}:8:19` },
      ],
      maxWarnings: { value: 0, from: `${file}:9:15` },
      baseline: { value: "skills.baseline.json", from: `${file}:10:11` },
      security: { value: true },
      syntax: { value: false },
      tokens: { value: "exact", from: `${file}:13:9` },
    });
  });

  it("may be JSON with comments", () => {
    expect(read({ "skills.config.json": '{\n  // none yet\n  "max-warnings": 3,\n}' }).maxWarnings).toEqual({
      value: 3,
      from: "skills.config.json:3:19",
    });
  });
});

describe("finding a config", () => {
  const found = (files: Readonly<Record<string, string>>, from: string, home = ""): string | undefined => {
    const root = makeTree(files);
    mkdirSync(path.join(root, from), { recursive: true });
    return readConfig({
      cwd: path.join(root, from),
      env: { HOME: path.join(root, home), USERPROFILE: path.join(root, home) },
    })?.files[0];
  };
  const config = "max-warnings: 0\n";

  it("finds the nearest config at or above the working directory", () => {
    expect(found({ "a/skills.config.yaml": config, "a/b/skills.config.json": "{}" }, "a/b/c")).toBe(
      "../skills.config.json",
    );
    expect(found({ "a/skills.config.yaml": config }, "a")).toBe(file);
    expect(found({ "a/skills.config.yaml": config }, "b")).toBe(undefined);
  });

  it("does not search above the repository's root", () => {
    expect(found({ "skills.config.yaml": config, "a/.git": "gitdir: elsewhere\n" }, "a/b", "nobody")).toBe(
      undefined,
    );
    expect(found({ "a/skills.config.yaml": config, "a/.git": "gitdir: elsewhere\n" }, "a/b", "nobody")).toBe(
      "../skills.config.yaml",
    );
  });

  it("ignores a config in the home directory unless that is the working directory", () => {
    expect(found({ "home/skills.config.yaml": config }, "home/a/b", "home")).toBe(undefined);
    expect(found({ "home/skills.config.yaml": config }, "home", "home")).toBe(file);
    expect(found({ "skills.config.yaml": config }, "home", "home")).toBe(undefined);
  });

  it("ignores a config in a skill, even from within the skill", () => {
    const skill = {
      "a/SKILL.md": skillMd("a"),
      "a/skills.config.yaml": config,
      "a/b/skills.config.yaml": config,
    };
    expect(found(skill, "a/b", "nobody")).toBe(undefined);
    expect(found({ ...skill, "skills.config.yaml": config }, "a/b", "nobody")).toBe(
      "../../skills.config.yaml",
    );
  });

  it("refuses two configs in one directory, and a misnamed one", () => {
    expect(() => found({ "skills.config.yaml": config, "skills.config.json": "{}" }, "a", "nobody")).toThrow(
      'found both "../skills.config.yaml" and "../skills.config.json"; remove one of them',
    );
    expect(() => found({ "skills.config.yml": config }, "a", "nobody")).toThrow(
      'a config named "../skills.config.yml" is not read; rename it to skills.config.yaml or skills.config.json',
    );
  });

  it("follows no symlink", () => {
    const root = makeTree({ "b.yaml": config, "c.yaml": "extends: ./link.yaml\n" });
    symlinkSync("b.yaml", path.join(root, file));
    symlinkSync("b.yaml", path.join(root, "link.yaml"));
    expect(() => readConfig({ cwd: root })).toThrow(`cannot read "${file}": a symbolic link`);
    expect(() => readConfig({ cwd: root, file: "c.yaml" })).toThrow(
      'c.yaml:1:10: cannot read "link.yaml": a symbolic link',
    );
  });
});

describe("extends", () => {
  it("lets the file override its bases, and later bases override earlier ones", () => {
    const { targets, rules, overrides, ignore, suppressions, maxWarnings, baseline, files } = read({
      [file]:
        "extends: [strict, ./ci/base.yaml]\nrules: {blank-run: off}\nignore: [b]\nsuppressions: [{rule: emphasis, paths: b, reason: b}]\n",
      "ci/base.yaml":
        "extends: ../base.json\ntargets: skills-ref\nrules: {blank-run: error, emphasis: error}\nignore: [a]\noverrides: [{paths: '*'}]\nbaseline: known.json\nsuppressions: [{rule: emphasis, paths: a, reason: a}]\n",
      "base.json":
        '{ "max-warnings": 3, "rules": { "emphasis": "off", "body-length": "off" }, "targets": ["claude-api"] }',
    });
    expect([targets, maxWarnings, baseline]).toEqual([
      { value: ["skills-ref"], from: "ci/base.yaml:2:10" },
      { value: 3, from: "base.json:1:19" },
      { value: "ci/known.json", from: "ci/base.yaml:6:11" },
    ]);
    expect(Object.fromEntries(rules)).toEqual({
      "blank-run": { value: "off", from: `${file}:2:20` },
      emphasis: { value: "error", from: "ci/base.yaml:3:37" },
      "body-length": { value: "off", from: "base.json:1:67" },
    });
    expect([
      overrides.length,
      ignore.map(({ value }) => value),
      suppressions.map((list) => [list.path, list.entries[0]?.reason]),
    ]).toEqual([
      1,
      ["a", "b"],
      [
        ["ci/base.yaml", "a"],
        [file, "b"],
      ],
    ]);
    expect(files).toEqual([file, "ci/base.yaml", "base.json"]);
  });

  it("resolves all patterns from the directory of the found config", () => {
    const { directory, suppressions } = read({
      [file]: "extends: ./ci/base.yaml\n",
      "ci/base.yaml": "suppressions: [{rule: emphasis, paths: a, reason: a}]\n",
    });
    expect(suppressions.map((list) => list.directory)).toEqual([directory]);
  });

  it("reports a problem once if a base is extended twice", () => {
    const { suppressions } = read({
      [file]: "extends: [./a.yaml, ./b.yaml]\n",
      "a.yaml": "extends: ./base.yaml\n",
      "b.yaml": "extends: ./base.yaml\n",
      "base.yaml": "suppressions: [{rule: emphasis, paths: a, reason: a}]\n",
    });
    expect(suppressions).toHaveLength(1);
  });

  it("expands presets", () => {
    const strict = read({ [file]: "extends: strict\n" });
    expect([strict.targets, strict.rules.size]).toEqual([
      { value: ["spec", "skills-ref", "claude-api"], from: `preset strict, by ${file}:1:10` },
      0,
    ]);
    const recommended = read({ [file]: "extends: recommended\n" });
    expect([recommended.targets?.value, recommended.rules.size]).toEqual([["spec"], 0]);
    const spec = read({ [file]: "extends: spec\nrules: {emphasis: warning}\n" });
    expect([
      spec.targets?.value,
      spec.rules.get("emphasis")?.value,
      spec.rules.get("description-vague")?.value,
      spec.rules.has("name-format"),
      spec.rules.has("target-answer"),
    ]).toEqual([["spec"], "warning", "off", false, false]);
  });

  it("refuses a cycle, a chain that is too long and a missing file", () => {
    expect(problemsOf({ [file]: "extends: ./a.yaml\n", "a.yaml": `extends: ./${file}\n` })).toEqual([
      `a.yaml:1:10: "${file}" extends this file again; remove the cycle`,
    ]);
    expect(problemsOf({ [file]: "extends: [./a.yaml, ./b.yaml]\n" })).toEqual([
      `${file}:1:11: "a.yaml" does not exist`,
      `${file}:1:21: "b.yaml" does not exist`,
    ]);
    const chain = Object.fromEntries(
      Array.from({ length: 13 }, (_, at) => [`${at}.yaml`, `extends: ./${at + 1}.yaml\n`]),
    );
    expect(problemsOf(chain)).toEqual(['10.yaml:1:10: "11.yaml" exceeds the limit of 10 nested configs']);
    const doubling = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `${at}.yaml`,
        at === 8 ? "max-warnings: 0\n" : `extends: [./${at + 1}.yaml, ./${at + 1}.yaml]\n`,
      ]),
    );
    expect(problemsOf(doubling)[0]).toMatch(
      /^\d\.yaml:1:\d+: "\d\.yaml" exceeds the limit of 100 extended configs$/,
    );
  });

  it("may point outside the repository", () => {
    const root = makeTree({
      "base.yaml": "max-warnings: 0\n",
      "a/.git": "",
      "a/skills.config.yaml": "extends: ../base.yaml\n",
    });
    expect(readConfig({ cwd: path.join(root, "a") })?.files).toEqual([file, "../base.yaml"]);
  });
});

describe("a mistake in a config", () => {
  it.each([
    ["ruls: {}\n", /^skills\.config\.yaml:1:1: unknown key "ruls" in a config; did you mean "rules"\?$/],
    ["max_warnings: 1\n", /; did you mean "max-warnings"\?$/],
    [
      "rules: {body-lenght: off}\n",
      'skills.config.yaml:1:9: unknown rule "body-lenght"; did you mean "body-length"?',
    ],
    [
      "rules: {script-path-home: off}\n",
      'skills.config.yaml:1:9: the rule "script-path-home" was replaced; use "home-path"',
    ],
    [
      "rules: {body-length: warn}\n",
      'skills.config.yaml:1:22: expected "error", "warning", "info", "note" or "off", found "warn"; did you mean "warning"?',
    ],
    [
      "rules: {body-length: err}\n",
      'skills.config.yaml:1:22: expected "error", "warning", "info", "note" or "off", found "err"; did you mean "error"?',
    ],
    [
      "rules: [body-length]\n",
      "skills.config.yaml:1:8: expected rule ids with error, warning, note or off, found a list",
    ],
    [
      "rules: {body-length: off, body-length: error}\n",
      'skills.config.yaml:1:9: duplicate key "body-length"',
    ],
    [
      "targets: claude\n",
      /:1:10: expected "spec", "skills-ref", "claude-api", .*, "harness9" or an id in `skills clients`, found "claude"; did you mean "claude-code"\?$/,
    ],
    ["targets: []\n", "skills.config.yaml:1:10: expected a non-empty list, found an empty list"],
    [
      "extends: recomended\n",
      'skills.config.yaml:1:10: unknown preset "recomended"; did you mean "recommended"?',
    ],
    [
      "extends: https://example.com/base.yaml\n",
      /unknown preset "https:\/\/example\.com\/base\.yaml"; use recommended, spec or strict, or a file such as `\.\/base\.yaml`$/,
    ],
    ["extends: /etc/base.yaml\n", /unknown preset "\/etc\/base\.yaml"/],
    [
      "suppressions: [{rule: emphasis, paths: a}]\n",
      'skills.config.yaml:1:16: a suppression has no "reason"',
    ],
    [
      "suppressions: [{rule: emphasis, paths: a, reason: ' '}]\n",
      "skills.config.yaml:1:51: the reason is empty; say why the finding is suppressed",
    ],
    [
      "suppressions: [{rule: emphasis, paths: a, reason: a, expires: 2031-02-30}]\n",
      'skills.config.yaml:1:63: "2031-02-30" is not a date; write it as YYYY-MM-DD',
    ],
    [
      "suppressions: [{rule: emphasis, paths: a, reason: a, expires: tomorrow}]\n",
      'skills.config.yaml:1:63: "tomorrow" is not a date; write it as YYYY-MM-DD',
    ],
    [
      "ignore: ['!a']\n",
      'skills.config.yaml:1:10: the pattern "!a" begins with "!", which is not supported; list the paths that it covers',
    ],
    [
      "ignore: ['a\\b']\n",
      'skills.config.yaml:1:10: the pattern "a\\b" contains a backslash; use "/" between names, and "[*]" for a literal star',
    ],
    [
      "ignore: [../a]\n",
      'skills.config.yaml:1:10: the pattern "../a" contains ".."; patterns cannot leave the config\'s directory',
    ],
    ["ignore: ['']\n", "skills.config.yaml:1:10: the pattern is empty; remove it"],
    ["max-warnings: -1\n", "skills.config.yaml:1:15: expected a whole number, found -1"],
    ["security: yes\n", "skills.config.yaml:1:11: expected true or false, found a string"],
    ["", "skills.config.yaml:1:1: the config file is empty"],
    ["- a\n", /^skills\.config\.yaml:1:1: expected a config with .*, found a list$/],
    ["a: [\n", /^skills\.config\.yaml:1:4: invalid YAML: this "\[" is never closed$/],
  ])("is reported in %j", (text, message) => {
    const [first, ...others] = problemsOf({ [file]: text });
    if (message instanceof RegExp) expect(first).toMatch(message);
    else expect(first).toBe(message);
    expect(others).toEqual([]);
  });

  it("is reported with all others, including those of bases", () => {
    expect(
      problemsOf({
        [file]: "extends: [strct, ./base.yaml]\nrules: {a-a-a: off, body-length: 1}\nsyntax: 1\n",
        "base.yaml": "tokens: x\n",
      }),
    ).toHaveLength(5);
  });

  it("never puts untrusted control characters into a message", () => {
    expect(
      problemsOf({ [file]: '"\\e[31m": a\nrules: {"\\e[31m": off}\nignore: ["!\\e"]\n' }).join(),
    ).not.toContain("\u001b");
  });
});

describe("the schema", () => {
  const validate = new Ajv2020({ strict: true, validateFormats: false, allowUnionTypes: true }).compile(
    configSchema,
  );
  const root = readYaml(whole);
  const readable = (value: unknown): boolean => {
    let told = 0;
    configFormat.read(readYaml(JSON.stringify(value)), () => told++);
    return told === 0;
  };

  it("matches the published one", async () => {
    await expect(`${JSON.stringify(configSchema, null, 2)}\n`).toMatchFileSnapshot(
      "../schemas/config.schema.json",
    );
  });

  it("agrees with the reader about every example with one changed value", () => {
    expect([validate(toValue(root)), readable(toValue(root))]).toEqual([true, true]);
    const changed = changedValues(root);
    expect(changed.length).toBeGreaterThan(500);
    const verdicts = changed.map((value) => ({ value, schema: validate(value), reader: readable(value) }));
    expect(verdicts.filter(({ schema, reader }) => schema !== reader)).toEqual([]);
    expect(verdicts.filter(({ schema }) => schema).length).toBeGreaterThan(30);
  });
});

describe("a path pattern", () => {
  it.each([
    ["old", ["old", "a/old", "a/old/b", "old/"], ["older", "a/bold"]],
    ["*.py", ["a.py", "b/a.py", "b/a.py/c"], ["a.pyc", "py"]],
    ["/old", ["old", "old/a"], ["a/old"]],
    ["./old", ["old", "old/a"], ["a/old"]],
    ["a/old", ["a/old", "a/old/b"], ["b/a/old", "a/b/old"]],
    ["old/", ["old/", "old/a", "b/old/a"], ["old", "b/old"]],
    ["**/old/**", ["old/a", "a/old/b/c"], ["old", "a/older/b"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b/c"], ["ab", "a/xb", "x/a/b"]],
    ["a/*", ["a/b", "a/b/c", "a/.b"], ["a", "a/"]],
    ["**", ["a", "a/b"], []],
    ["a?c", ["abc", "x/a-c"], ["a/c", "ac"]],
    ["[a-c!]x", ["ax", "!x"], ["dx", "x"]],
    ["[!a-c]x", ["dx"], ["ax", "/x"]],
    ["[]]x", ["]x"], ["x"]],
    ["[x", ["[x"], ["x"]],
    ["[*]", ["*"], ["a"]],
    ["{a,b}", ["{a,b}"], ["a"]],
    ["+(a)|b", ["+(a)|b"], ["a"]],
    ["🙂?", ["🙂🙃"], ["🙂"]],
  ])("%j", (pattern, covered, others) => {
    const covers = compilePathPattern(pattern);
    expect([covered.filter((path) => !covers(path)), others.filter(covers)]).toEqual([[], []]);
  });

  it("matches the same paths as in a .gitignore", () => {
    const cwd = makeTree({});
    execFileSync("git", ["init", "-q"], { cwd });
    const part = fc
      .array(fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]", "."), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(""));
    const parts = fc.array(fc.oneof(part, fc.constant("**")), { minLength: 1, maxLength: 4 });
    const written = fc
      .tuple(fc.constantFrom("", "/"), parts, fc.constantFrom("", "/"))
      .map(([start, names, end]) => `${start}${names.join("/")}${end}`);
    const name = fc
      .string({ unit: fc.constantFrom("a", "b", "."), minLength: 1, maxLength: 3 })
      .filter((text) => !/^\.+$/.test(text));
    const paths = fc.sample(
      fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
      samples(100),
    );
    // Git treats "***" and "a**" specially, and "./" as a name.
    for (const pattern of fc
      .sample(written, samples(120))
      .filter((each) => !/\*{3}|[^/*]\*\*|\*\*[^/*]|^\.\/|(?:^|\/)\.\.(?:\/|$)/.test(each))) {
      writeFileSync(path.join(cwd, ".gitignore"), `${pattern}\n`);
      const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "-z", "--stdin"], {
        cwd,
        input: paths.join("\0"),
        encoding: "utf8",
      });
      const ignored = new Set(stdout.split("\0"));
      expect([pattern, paths.filter(compilePathPattern(pattern))]).toEqual([
        pattern,
        paths.filter((each) => ignored.has(each)),
      ]);
    }
  });

  it("takes at most time proportional to the product of both lengths", () => {
    const before = cpuTime();
    for (const pattern of [
      "*a".repeat(500),
      "**/a/".repeat(200),
      `${"[a-z]*".repeat(160)}b`,
      `${"*".repeat(999)}b`,
    ])
      expect(compilePathPattern(pattern)(`${"a/a".repeat(500)}${"a".repeat(2000)}!`)).toBe(false);
    expect(cpuTime() - before).toBeLessThan(linearLimit);
  });
});

describe("overrides", () => {
  const findings = async (
    files: Readonly<Record<string, string>>,
    given = {},
  ): Promise<readonly string[]> => {
    const cwd = makeTree(files);
    const config = readConfig({ cwd });
    const options = { paths: ["."], cwd, ...given };
    const { report } = await lint(config ? configureLint(options, config) : options);
    return report.subjects.flatMap(({ path: skill, findings: found }) =>
      found.map(({ ruleId, severity, file: of }) => `${skill}/${of} ${severity} ${ruleId}`),
    );
  };
  const skills = { "new/a/SKILL.md": skillMd("A"), "old/b/SKILL.md": skillMd("B") };

  it("set rules and targets for some paths; the last match wins", async () => {
    const config =
      "targets: claude-api\nrules: {name-format: info, name-matches-directory: off}\noverrides:\n- {paths: new, rules: {name-format: warning}, targets: skills-ref}\n- {paths: new/a, targets: spec}\n- {paths: SKILL.md, rules: {body-length: error}}\n";
    expect(await findings({ ...skills, [file]: config })).toEqual([
      "new/a/SKILL.md error name-format",
      "old/b/SKILL.md error name-format",
    ]);
    expect(
      await findings({ ...skills, [file]: `${config}- {paths: old, rules: {name-format: off}}\n` }),
    ).toEqual(["new/a/SKILL.md error name-format"]);
  });

  it("enable a rule for some paths that is off elsewhere", async () => {
    const files = {
      "new/a/SKILL.md": `${skillMd("a")}\nSee [this](x.md "y").\n`,
      "old/b/SKILL.md": `${skillMd("b")}\nSee [this](x.md "y").\n`,
    };
    const off =
      "rules: {reference-broken: off}\noverrides:\n- {paths: old, rules: {reference-broken: info}}\n";
    expect(await findings({ ...files, [file]: off })).toEqual(["old/b/SKILL.md info reference-broken"]);
  });

  it("are overridden by the command line", async () => {
    const config = "overrides:\n- {paths: new, rules: {name-format: off, name-matches-directory: off}}\n";
    const given = {
      rules: { "name-format": "info", "name-matches-directory": "off" },
      targets: ["claude-api"],
    };
    expect(await findings({ ...skills, [file]: config }, given)).toEqual([
      "new/a/SKILL.md error name-format",
      "old/b/SKILL.md error name-format",
    ]);
  });
});
