import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { policyFormat, policySchema } from "../src/api/policy/policy-format.ts";
import { parsePolicy } from "../src/api/policy/read-policy.ts";
import { SkillsError } from "../src/core/errors.ts";
import type { Report } from "../src/model/report.ts";
import { changedValues, readYaml, toValue } from "./support/changed-values.ts";
import { type Ran, runSkillsIn } from "./support/io.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree } from "./support/tree.ts";

/** A skill with something for every list of a policy. */
function skillWith(name: string, body: string, fields = "license: MIT\n"): string {
  return `---\nname: ${name}\ndescription: Fills PDF forms. Use when a form is to be filled.\n${fields}---\n\n${body}`;
}

const shell = (...lines: readonly string[]): string => `\`\`\`bash\n${lines.join("\n")}\n\`\`\`\n`;

async function verdictOf(ran: Ran): Promise<NonNullable<Report["policy"]>> {
  const report = JSON.parse(ran.stdout) as Report;
  expect(report.outcome).toBe(ran.code);
  return report.policy!;
}

const asJson = ["--format", "json"] as const;

describe("check --policy", () => {
  const denying: readonly (readonly [rule: string, policy: string, red: string, green: string])[] = [
    [
      "licenses",
      "licenses: {allow: [MIT]}",
      skillWith("a", "Do it.\n", "license: GPL-3.0\n"),
      skillWith("a", "Do it.\n"),
    ],
    [
      "licenses",
      "licenses: {allow: [MIT]}",
      skillWith("a", "Do it.\n", ""),
      skillWith("a", "Do it.\n", "license: mit\n"),
    ],
    [
      "licenses",
      "licenses: {deny: [AGPL-*]}",
      skillWith("a", "Do it.\n", "license: AGPL-3.0\n"),
      skillWith("a", "Do it.\n", ""),
    ],
    [
      "hosts",
      "hosts: {allow: ['*.acme.com']}",
      skillWith("a", shell("curl https://api.globex.com/x")),
      skillWith("a", shell("curl https://api.acme.com/x")),
    ],
    [
      "programs",
      "programs: {deny: [curl]}",
      skillWith("a", shell("curl https://api.acme.com/x")),
      skillWith("a", shell("wget https://api.acme.com/x")),
    ],
    [
      "packages",
      "packages: {allow: [left-pad]}",
      skillWith("a", shell("npm install right-pad")),
      skillWith("a", shell("npm install left-pad")),
    ],
    [
      "packages",
      "packages: {deny: [left-pad, typing-extensions]}",
      skillWith("a", shell("npm install left-pad@1.3.0", "pip install 'typing_extensions>=4'")),
      skillWith("a", shell("npm install left-pad-2@1.3.0")),
    ],
    [
      "packages",
      "packages: {allow: ['@acme/lib', requests]}",
      skillWith("a", shell("npm install @acme/library@1.3.0")),
      skillWith("a", shell("npm install @acme/lib@1.3.0", "pip install requests[socks]==2.1")),
    ],
    [
      "programs",
      "programs: {deny: [sudo]}",
      skillWith("a", shell("/usr/bin/sudo ls")),
      skillWith("a", shell("/usr/bin/sudoedit x")),
    ],
    [
      "programs",
      "programs: {allow: [git]}",
      skillWith("a", shell("/tmp/git status")),
      skillWith("a", shell("git status")),
    ],
    [
      "hosts",
      "hosts: {deny: [api.globex.com]}",
      skillWith("a", shell("curl https://api.globex.com:8443/x")),
      skillWith("a", shell("curl https://api.acme.com:8443/x")),
    ],
    [
      "hosts",
      "hosts: {allow: ['*.acme.com']}",
      skillWith("a", shell("curl https://api.globex.com:8443/x")),
      skillWith("a", shell("curl https://api.acme.com:8443/x")),
    ],
    // What runs by itself contacts and calls, also where the same text only would be mentioned.
    [
      "hosts",
      "hosts: {allow: [api.acme.com]}",
      skillWith("a", "Now: !`curl https://api.globex.com/x`\n"),
      skillWith("a", "Now: !`curl https://api.acme.com/x`, as of `https://api.globex.com/x`.\n"),
    ],
    [
      "programs",
      "programs: {deny: [wget]}",
      skillWith("a", "Do it.\n", "hooks:\n  Stop:\n    - hooks:\n        - command: wget x\n"),
      skillWith("a", "Do it.\n", "hooks:\n  Stop:\n    - hooks:\n        - command: ls wget\n"),
    ],
    [
      "variables",
      "variables: {allow: [ACME_*]}",
      skillWith("a", shell('echo "$GLOBEX_TOKEN"')),
      skillWith("a", shell('echo "$ACME_TOKEN"')),
    ],
    [
      "tools",
      "tools: {deny: [Bash]}",
      skillWith("a", "Do it.\n", "allowed-tools: Bash(git:*)\n"),
      skillWith("a", "Do it.\n", "allowed-tools: Read\n"),
    ],
    [
      "paths",
      "paths: {deny: ['*/.ssh/*']}",
      skillWith("a", shell("cat ~/.ssh/id_rsa")),
      skillWith("a", shell("cat ~/notes.txt")),
    ],
    [
      "capabilities",
      "capabilities: {deny: [hosts]}",
      skillWith("a", shell("curl https://api.acme.com/x")),
      skillWith("a", shell("ls")),
    ],
    [
      "capabilities",
      "capabilities: {allow: [programs]}",
      skillWith("a", shell("curl https://api.acme.com/x")),
      skillWith("a", shell("ls")),
    ],
    ["clients", "clients: claude-code", "Do it.\n", skillWith("a", "Do it.\n")],
    ["clients", "clients: codex", "---\nname: a\n---\n\nDo it.\n", skillWith("a", "Do it.\n")],
  ];

  it.each(denying)("denies by %s, as in %j", async (rule, policy, red, green) => {
    const cwd = makeTree({ "p.yaml": `${policy}\n`, "red/a/SKILL.md": red, "green/a/SKILL.md": green });
    const denied = await verdictOf(await runSkillsIn(cwd, "check", "--policy", "p.yaml", ...asJson, "red"));
    const passed = await verdictOf(await runSkillsIn(cwd, "check", "--policy", "p.yaml", ...asJson, "green"));
    if (policy !== "clients: claude-code") {
      expect(new Set(denied.denials.map((each) => each.rule))).toEqual(new Set([rule]));
      expect(denied.passed).toBe(false);
    }
    expect(passed).toMatchObject({ passed: true, skills: 1, denials: [], unjudged: [], notJudged: [] });
  });

  it("names the policy, its digest, and each denial with its location", async () => {
    const cwd = makeTree({
      "p.json": '{"name": "acme", "hosts": {"deny": ["*"]}}',
      "a/SKILL.md": skillWith("a", shell("curl https://api.globex.com/x")),
    });
    const ran = await runSkillsIn(cwd, "check", "--policy", "p.json", ...asJson, "a");
    expect(ran.code).toBe(1);
    const report = JSON.parse(ran.stdout) as Report;
    expect(report.policy).toMatchObject({
      name: "acme",
      path: "p.json",
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      passed: false,
      skills: 1,
      denials: [
        {
          rule: "hosts",
          skill: "a",
          what: "api.globex.com",
          message: 'host "api.globex.com" is not allowed',
          where: { file: "SKILL.md", start: { line: 8 } },
        },
      ],
    });
    expect(report.summary.errors).toBe(1);
    const validate = schemaOf("report");
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  });

  it("says the verdict in text and lists the denials in SARIF and annotations", async () => {
    const cwd = makeTree({
      "p.yaml": "programs: {deny: [curl]}\n",
      "a/SKILL.md": skillWith("a", shell("curl https://api.acme.com/x")),
    });
    const text = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "a");
    expect(text.stdout).toContain('program "curl" is not allowed  policy');
    expect(text.stdout).toContain("policy p.yaml: 1 denial in 1 skill");
    const sarif = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "a", "--format", "sarif");
    expect(JSON.parse(sarif.stdout).runs[0].results).toMatchObject([{ ruleId: "policy", level: "error" }]);
    const github = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "a", "--format", "github");
    expect(github.stdout).toContain("::error file=a/SKILL.md,line=8,");
    expect((await runSkillsIn(cwd, "explain", "policy")).stdout).toContain("--policy");
  });

  it("is not weakened by the skill, the config or a baseline", async () => {
    const body = `<!-- skills-disable policy -- it is fine -->\n\n${shell("curl https://api.globex.com/x")}`;
    const cwd = makeTree({
      "p.yaml": "hosts: {deny: ['*']}\n",
      "a/SKILL.md": skillWith("a", body),
      "skills.config.yaml": "max-warnings: 100\n",
    });
    expect((await runSkillsIn(cwd, "check", "--policy", "p.yaml", "a")).code).toBe(1);
    await runSkillsIn(cwd, "check", "--policy", "p.yaml", "a", "--write-baseline", "b.json");
    const again = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "a", "--baseline", "b.json");
    expect(again.code).toBe(1);
    writeFileSync(path.join(cwd, "skills.config.yaml"), "rules: {policy: off}\n");
    const off = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "a");
    expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('unknown rule "policy"')]);
  });

  it("does not pass what it could not read, unless it allows that", async () => {
    const cwd = makeTree({
      "p.yaml": "hosts: {deny: [api.globex.com]}\n",
      "q.yaml": "hosts: {deny: [api.globex.com]}\nunread: {allow: [scripts/*, '*.png']}\n",
      "a/SKILL.md": skillWith("a", "Run `bash scripts/big.sh`.\n"),
      "a/scripts/big.sh": `curl https://api.globex.com/x\n${"#".repeat(1_100_000)}\n`,
      "a/scripts/null.sh": `curl https://api.globex.com/x # \0\n`,
      "a/logo.png": Uint8Array.of(0, 1, 2),
      "other/run.sh": "curl https://api.globex.com/x\n",
    });
    symlinkSync("../../other/run.sh", path.join(cwd, "a/scripts/link.sh"));
    const judge = async (policy: string) =>
      (await verdictOf(await runSkillsIn(cwd, "check", "--policy", policy, ...asJson, "a"))).denials.map(
        ({ rule, what }) => `${rule} ${what}`,
      );
    expect(await judge("p.yaml")).toEqual([
      "unread scripts/big.sh",
      "unread scripts/null.sh",
      "unread scripts/link.sh",
    ]);
    expect(await judge("q.yaml")).toEqual([]);
    writeFileSync(path.join(cwd, "q.yaml"), "unread: {deny: ['*.png']}\n");
    expect(await judge("q.yaml")).toEqual(["unread logo.png"]);
  });

  it("judges the same with the cache, from it, and in threads", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `s${at}/SKILL.md`,
        skillWith(`s${at}`, at % 2 === 0 ? shell("curl https://api.globex.com/x") : "Do it.\n"),
      ]),
    );
    const cwd = makeTree({
      "p.yaml": "programs: {deny: [curl]}\n",
      "q.yaml": "programs: {deny: [wget]}\n",
      ...files,
    });
    const judge = async (...more: readonly string[]) =>
      (await verdictOf(await runSkillsIn(cwd, "check", ".", ...asJson, ...more))).denials.length;
    const cached = ["--cache", "--cache-location", "c.json"];
    expect(await judge("--policy", "p.yaml", ...cached)).toBe(20);
    expect(await judge("--policy", "p.yaml", ...cached)).toBe(20);
    expect(await judge("--policy", "q.yaml", ...cached)).toBe(0);
    expect(await judge("--policy", "p.yaml", "--jobs", "2")).toBe(20);
  });

  it.each([
    [["--dry-run"], "--dry-run"],
    [["--shard", "1/2"], "--shard"],
    [["--format", "blob"], "--format blob"],
    [["--stdin-ndjson"], "--stdin-ndjson"],
    [["--export-ndjson", "-"], "--export-ndjson"],
  ])("cannot be combined with %j, which would not judge", async (more, named) => {
    const cwd = makeTree({ "p.yaml": "hosts: {deny: [a.com]}\n", "a/SKILL.md": skillWith("a", "Do it.\n") });
    const ran = await runSkillsIn(cwd, "check", "--policy", "p.yaml", ...more);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(named)]);
  });

  it("does not let a report replace the policy", async () => {
    const cwd = makeTree({ "p.yaml": "hosts: {deny: [a.com]}\n", "a/SKILL.md": skillWith("a", "Do it.\n") });
    const ran = await runSkillsIn(cwd, "check", "--policy", "p.yaml", "--output", "text=p.yaml", "a");
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("the policy")]);
  });
});

describe("a policy that cannot be used", () => {
  const problem = async (text: string | Uint8Array, name = "p.yaml"): Promise<string> => {
    const cwd = makeTree({ [name]: text, "a/SKILL.md": skillWith("a", "Do it.\n") });
    const ran = await runSkillsIn(cwd, "check", "--policy", name, "a");
    expect(ran.code).toBe(2);
    expect(ran.stdout).toBe("");
    return ran.stderr;
  };

  it.each([
    ["hots: {deny: [a.com]}\n", 'unknown key "hots" in a policy; did you mean "hosts"?'],
    ["hosts: {alow: [a.com]}\n", 'unknown key "alow" in a list of names; did you mean "allow"?'],
    ["gains: {hots: {deny: [a.com]}}\n", 'unknown key "hots" in a policy of gains; did you mean "hosts"?'],
    ["capabilities: {deny: [host]}\n", 'did you mean "hosts"?'],
    ["clients: [claude-cod]\n", 'unknown client "claude-cod"; did you mean "claude-code"?'],
    ["clients: ['codex@0.0.1']\n", "no record of version"],
    ["hosts: {deny: ['https://a.com']}\n", '"https://a.com" is not a host; write it without scheme and path'],
    ["hosts: {deny: ['{a,b}.com']}\n", "is not a host"],
    ["programs: {deny: ['cur?']}\n", 'only "*" matches other characters'],
    ["programs: {deny: ['!curl']}\n", 'only "*" matches other characters'],
    ["variables: {deny: [$HOME]}\n", "write its name without `$`"],
    ["hosts: {deny: ['']}\n", "is not a host"],
    ["hosts: {deny: []}\n", "expected a non-empty list"],
    ["hosts: {}\n", "a list of names is empty"],
    ["gains: {}\n", "a policy of gains is empty"],
    ["name: acme\n", "the policy denies nothing"],
    ["mentioned: true\n", "the policy denies nothing"],
    ["{}\n", "the policy denies nothing"],
    ["", "is empty"],
    ["[]\n", "expected a policy with"],
    ["hosts: {deny: [a.com]}\nhosts: {deny: [b.com]}\n", "duplicate key"],
    ["hosts: &a {deny: [a.com]}\nprograms: *a\n", "alias does not refer to a string"],
    ["__proto__: {hosts: {deny: [a.com]}}\n", 'unknown key "__proto__" in a policy'],
    ["constructor: 1\n", 'unknown key "constructor" in a policy'],
    ["hosts: !!js/function 'x'\n", "expected a list of names"],
    [`${"[".repeat(5_000)}\n`, "p.yaml:1:"],
    [`hosts: {deny: [${"a.com, ".repeat(1_001)}b.com]}\n`, "more than 1000 entries"],
    [`hosts: {deny: [${"a".repeat(201)}]}\n`, "is longer than 200 characters"],
  ])("is refused: %j", async (text, message) => {
    expect(await problem(text)).toContain(message);
  });

  it("is refused if it is JSON with the same, missing, a directory, a symlink, too large or no text", async () => {
    expect(await problem('{"__proto__": {}, "hosts": {"deny": ["a.com"]}}', "p.json")).toContain("__proto__");
    expect(await problem(`${"#".repeat(2_000_000)}\nhosts: {deny: [a.com]}\n`)).toContain(
      "larger than 1 MiB",
    );
    expect(await problem(Uint8Array.of(0xff, 0xfe, 0x00))).toContain("not UTF-8");
    const cwd = makeTree({
      "a/SKILL.md": skillWith("a", "Do it.\n"),
      "real.yaml": "hosts: {deny: [a.com]}\n",
    });
    mkdirSync(path.join(cwd, "d.yaml"));
    symlinkSync("real.yaml", path.join(cwd, "link.yaml"));
    for (const [name, message] of [
      ["none.yaml", 'there is no "none.yaml"'],
      ["d.yaml", "d.yaml"],
      ["link.yaml", "link.yaml"],
      ["", "--policy is empty"],
    ] as const)
      for (const command of [["check"], ["verify"], ["pack", "--out-dir", "o"], ["install", "--root", "r"]]) {
        const ran = await runSkillsIn(cwd, ...command, `--policy=${name}`, "a");
        expect([command, ran.code, ran.stderr]).toEqual([command, 2, expect.stringContaining(message)]);
      }
    expect(readdirSync(cwd).sort()).toEqual(["a", "d.yaml", "link.yaml", "real.yaml"]);
  });

  it("is bounded in time, whatever its patterns", () => {
    const star = `${"*a".repeat(90)}*`;
    const text = `programs: {deny: [${Array.from({ length: 1_000 }, (_, at) => `'${star}${at}'`).join(", ")}]}\n`;
    expect(() => parsePolicy(Buffer.from(text), "p.yaml")).not.toThrow();
    expect(() => parsePolicy(Buffer.from("hosts: {x: 1}"), "p.yaml")).toThrow(SkillsError);
  });
});

describe("the schema of policies", () => {
  const validate = new Ajv2020({ strict: true, validateFormats: false, allowUnionTypes: true }).compile(
    policySchema,
  );
  const root = readYaml(
    [
      "$schema: x",
      "name: acme",
      "sources: {allow: [vendor/*], deny: ['sha256:*']}",
      "licenses: {allow: [MIT]}",
      "hosts: {allow: [a.com], deny: ['*.b.com']}",
      "tools: {deny: ['Bash(rm:*)']}",
      "capabilities: {allow: [hosts], deny: [unread]}",
      "clients: [codex]",
      "mentioned: true",
      "gains: {capabilities: {deny: [tools]}, programs: {deny: [curl]}}",
    ].join("\n"),
  );

  it("matches the published one", async () => {
    await expect(`${JSON.stringify(policySchema, null, 2)}\n`).toMatchFileSnapshot(
      "../schemas/policy.schema.json",
    );
  });

  it("agrees with the reader about an example with one changed value", () => {
    const readable = (value: unknown): boolean => {
      let told = 0;
      policyFormat.read(readYaml(JSON.stringify(value)), () => told++);
      return told === 0;
    };
    expect([validate(toValue(root)), readable(toValue(root))]).toEqual([true, true]);
    const verdicts = changedValues(root).map((value) => ({
      value,
      schema: validate(value),
      reader: readable(value),
    }));
    expect(verdicts.filter(({ schema, reader }) => schema !== reader)).toEqual([]);
    expect(verdicts.filter(({ schema }) => schema).length).toBeGreaterThan(20);
  });
});

describe("pack, verify and install --policy", () => {
  const curl = skillWith("bad", shell("curl https://api.globex.com/x"));
  const files = {
    "p.yaml": "name: acme\nprograms: {deny: [curl]}\n",
    "s/good/SKILL.md": skillWith("good", "Do it.\n"),
    "s/bad/SKILL.md": curl,
  };

  it("packs nothing if one skill is denied, alone or in a bundle", async () => {
    const cwd = makeTree(files);
    const denied = await runSkillsIn(cwd, "pack", "--policy", "p.yaml", "--out-dir", "o", "s");
    expect([denied.code, existsSync(path.join(cwd, "o"))]).toEqual([1, false]);
    expect(denied.stdout).toContain("nothing was written");
    expect(denied.stdout).toContain("policy acme: 1 denial in 1 skill");
    const bundle = await runSkillsIn(cwd, "pack", "--policy", "p.yaml", "--bundle", "b.zip", "s");
    expect([bundle.code, existsSync(path.join(cwd, "b.zip"))]).toEqual([1, false]);
    const good = await runSkillsIn(cwd, "pack", "--policy", "p.yaml", "--out-dir", "o", ...asJson, "s/good");
    expect([good.code, existsSync(path.join(cwd, "o/good.zip"))]).toEqual([0, true]);
    expect(await verdictOf(good)).toMatchObject({ passed: true, skills: 1 });
    const without = await runSkillsIn(cwd, "pack", "--out-dir", "o2", "s");
    expect([without.code, readdirSync(path.join(cwd, "o2"))]).toEqual([0, ["bad.zip", "good.zip"]]);
    const check = await runSkillsIn(cwd, "pack", "--policy", "p.yaml", "--check", "o/good.zip", "s/good");
    expect(check.code).toBe(2);
  });

  it("verifies archives, and judges no refused one as passed", async () => {
    const cwd = makeTree(files);
    await runSkillsIn(cwd, "pack", "--bundle", "all.zip", "s");
    await runSkillsIn(cwd, "pack", "--out-dir", ".", "s/good");
    const denied = await runSkillsIn(cwd, "verify", "--policy", "p.yaml", ...asJson, "all.zip");
    expect(denied.code).toBe(1);
    expect(await verdictOf(denied)).toMatchObject({
      passed: false,
      skills: 2,
      denials: [{ rule: "programs", what: "curl", skill: expect.stringContaining("bad") }],
    });
    const good = await runSkillsIn(cwd, "verify", "--policy", "p.yaml", "good.zip");
    expect(good.code).toBe(0);
    expect(good.stdout).toContain("policy acme: passed by 1 skill");
    writeFileSync(path.join(cwd, "x.zip"), "no archive");
    const refused = await verdictOf(
      await runSkillsIn(cwd, "verify", "--policy", "p.yaml", ...asJson, "x.zip"),
    );
    expect(refused).toMatchObject({ passed: false, skills: 0, unjudged: ["x.zip"] });
    writeFileSync(path.join(cwd, "skills.lock.json"), "{}");
    const lock = await runSkillsIn(cwd, "verify", "--policy", "p.yaml", "skills.lock.json");
    expect([lock.code, lock.stderr]).toEqual([
      2,
      expect.stringContaining("--policy does not apply to locks"),
    ]);
  });

  it("installs nothing if one skill is denied", async () => {
    const cwd = makeTree(files);
    const denied = await runSkillsIn(cwd, "install", "--root", "r", "--policy", "p.yaml", "s");
    expect([denied.code, existsSync(path.join(cwd, "r"))]).toEqual([1, false]);
    expect(denied.stderr).toContain("nothing was installed");
    const good = await runSkillsIn(cwd, "install", "--root", "r", "--policy", "p.yaml", "s/good");
    expect([good.code, existsSync(path.join(cwd, "r/good/SKILL.md"))]).toEqual([0, true]);
  });

  it("denies sources by path without symlinks, and by digest", async () => {
    const cwd = makeTree({
      "vendor/good/SKILL.md": skillWith("good", "Do it.\n"),
      "other/good/SKILL.md": skillWith("good", "Do it.\n"),
      "p.yaml": "sources: {allow: [vendor/*]}\n",
    });
    symlinkSync("../other/good", path.join(cwd, "vendor/link"));
    const install = async (source: string, policy = "p.yaml") => {
      const ran = await runSkillsIn(cwd, "install", "--root", "r", "--policy", policy, ...asJson, source);
      return [ran.code, (JSON.parse(ran.stdout) as Report).policy?.denials.map(({ rule }) => rule)];
    };
    expect(await install("other/good")).toEqual([1, ["sources"]]);
    expect(await install("vendor/../other/good")).toEqual([1, ["sources"]]);
    expect(await install("vendor/link")).toEqual([1, ["sources"]]);
    expect(existsSync(path.join(cwd, "r"))).toBe(false);
    expect(await install("vendor/good")).toEqual([0, []]);
    const digest = JSON.parse((await runSkillsIn(cwd, "digest", ...asJson, "other/good")).stdout);
    const content = /h1:[A-Za-z0-9+/=]{44}/.exec(JSON.stringify(digest))![0];
    writeFileSync(path.join(cwd, "q.yaml"), `sources: {allow: ["${content}"]}\n`);
    expect(await install("other/good", "q.yaml")).toEqual([0, []]);
    writeFileSync(path.join(cwd, "q.yaml"), `sources: {allow: ["*"], deny: ["${content}"]}\n`);
    expect(await install("other/good", "q.yaml")).toEqual([1, ["sources"]]);
  });

  it("denies what an update gains over the installed version", async () => {
    const cwd = makeTree({
      "p.yaml": "gains: {hosts: {deny: ['*']}, capabilities: {deny: [tools]}}\n",
      "one/pdf/SKILL.md": skillWith("pdf", shell("curl https://api.acme.com/x")),
      "two/pdf/SKILL.md": skillWith("pdf", shell("curl https://api.acme.com/x", "ls")),
      "three/pdf/SKILL.md": skillWith("pdf", shell("curl https://api.globex.com/x"), "allowed-tools: Bash\n"),
    });
    const install = async (from: string) =>
      runSkillsIn(cwd, "install", "--root", "r", "--force", "--policy", "p.yaml", ...asJson, `${from}/pdf`);
    const first = await install("one");
    expect(first.code).toBe(0);
    expect((await verdictOf(first)).notJudged).toEqual([
      { rule: "gains", reason: "a skill that is not installed has no earlier version" },
    ]);
    const same = await install("two");
    expect([same.code, (await verdictOf(same)).notJudged]).toEqual([0, []]);
    const more = await install("three");
    expect(more.code).toBe(1);
    expect((await verdictOf(more)).denials.map(({ rule, what }) => `${rule} ${what}`)).toEqual([
      "gains.capabilities Bash",
      "gains.hosts api.globex.com",
    ]);
    expect((await runSkillsIn(cwd, "diff", "two/pdf", "r/pdf")).code).toBe(0);
  });
});

describe("the page about policies", () => {
  const page = readFileSync("docs/policy.md", "utf8");
  const blocksOf = (language: string): readonly string[] =>
    Array.from(page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g")), ([, text = ""]) => text);

  it("shows a policy that can be read, with every key", () => {
    const policies = blocksOf("yaml").filter((text) => !text.includes("uses:"));
    expect(policies).toHaveLength(1);
    const policy = parsePolicy(Buffer.from(policies[0]!), "policy.yaml");
    expect(policy.name).toBe("acme");
    const keys = Object.keys(policySchema["properties"] as object).filter((key) => key !== "$schema");
    expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });

  it("shows the verdict as the schema has it", () => {
    const shown = JSON.parse(blocksOf("json")[0]!.replace("…", "0".repeat(64)));
    const { $defs } = JSON.parse(readFileSync("schemas/report.schema.json", "utf8"));
    const validate = new Ajv2020({ strict: true }).compile({ ...$defs.policyVerdict, $defs });
    expect(validate({ ...shown, denials: shown.denials }), JSON.stringify(validate.errors)).toBe(true);
  });

  it("gives OPA only what the inventory has", async () => {
    const cwd = makeTree({
      "skills/a/SKILL.md": skillWith("a", shell("curl https://api.globex.com/x")),
      "skills/a/tool": Uint8Array.of(0, 1, 2),
      "bad.zip": "PK no archive",
    });
    symlinkSync("../../bad.zip", path.join(cwd, "skills/a/out.txt"));
    const ran = await runSkillsIn(cwd, "inspect", ...asJson, "skills", "bad.zip");
    const input = JSON.parse(ran.stdout);
    const validate = schemaOf("report");
    expect(validate(input), JSON.stringify(validate.errors)).toBe(true);
    const [skill] = input.data.skills;
    const known: Readonly<Record<string, unknown>> = {
      input,
      skill,
      host: skill.inventory.hosts.facts[0],
      file: skill.inventory.unread[0],
      archive: input.data.archives[0],
      entry: skill.files.find((each: { readonly path: string }) => each.path === "out.txt"),
    };
    const [rego = ""] = blocksOf("rego");
    const paths = Array.from(
      rego.matchAll(/\b(input|skill|host|file|archive|entry)\.[a-z.]+/g),
      ([path]) => path,
    );
    expect(paths.length).toBeGreaterThan(10);
    const valueAt = (path: string): unknown =>
      path.split(".").reduce((value: unknown, key) => (value as Record<string, unknown>)[key], known);
    expect(paths.filter((path) => valueAt(path) === undefined)).toEqual([]);
    expect(known["host"]).toMatchObject({ kind: "contacted", name: "api.globex.com" });
    expect(known["entry"]).toMatchObject({ link: { leads: "outside" } });
    expect(input.command).toBe("inspect");
  });
});
