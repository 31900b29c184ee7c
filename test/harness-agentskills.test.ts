import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Settings, SkillRoot } from "../src/model/agent.ts";
import { runSession } from "../src/harness/session.ts";
import { agentskills } from "../src/harness/systems/agentskills/agentskills.ts";
import { scanRoots } from "../src/find/scan-roots.ts";
import { call, lastWords, play, rootOf, sayInTurn, traceLines, worldOf } from "./support/harness.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const description = "Fills PDF forms. Use when a form is to be filled.";
const roots = [
  rootOf("/project/.agents/skills", {
    forms: {
      "SKILL.md": skillMd("forms", "# Forms\n\nRead references/a.md.\n"),
      "references/a.md": "one\ntwo\nthree\n",
      "scripts/run.sh": "echo",
    },
    mail: skillMd("mail"),
  }),
];

function open(given: readonly SkillRoot[], settings: Settings = {}) {
  return agentskills.open(worldOf(given, { settings }));
}

function oneSkill(text: string, directory = "forms"): readonly SkillRoot[] {
  return [rootOf("/project/.agents/skills", { [directory]: text })];
}

async function problemsOf(given: readonly SkillRoot[], settings: Settings = {}): Promise<readonly string[]> {
  return (await open(given, settings)).problems.map(
    (problem) => `${problem.kind} ${problem.path}: ${problem.message}`,
  );
}

describe("discovery", () => {
  it("searches the shared and the Claude directory of the project, then those of the user", () => {
    expect(agentskills.roots({}, {}).map((root) => `${root.scope} ${root.path}`)).toEqual([
      "project .agents/skills",
      "project .claude/skills",
      "user ~/.agents/skills",
      "user ~/.claude/skills",
    ]);
    expect(agentskills.depth + 1).toBe(4);
  });

  it("prefers a project skill to the user's skill with the same name, with a warning", async () => {
    const both = [
      rootOf("/home/user/.agents/skills", { forms: skillMd("forms", "Mine.") }),
      rootOf("/project/.claude/skills", { forms: skillMd("forms", "Ours.") }),
    ];
    const agent = await open(both);
    expect(agent.catalog.map((skill) => skill.path)).toEqual(["/project/.claude/skills/forms"]);
    expect(agent.problems).toEqual([
      {
        path: "/home/user/.agents/skills/forms",
        kind: "shadowed",
        message: 'the skill "forms" in "/project/.claude/skills/forms" takes precedence',
      },
    ]);
    expect(
      lastWords(await play(agentskills, both, { replies: [call("activate_skill", { name: "forms" })] })),
    ).toContain("Ours.");
  });

  it("uses the first skill found within a scope", async () => {
    const both = [rootOf("/project/.agents/skills", { a: skillMd("forms"), b: skillMd("forms") })];
    expect((await open(both)).catalog.map((skill) => skill.path)).toEqual(["/project/.agents/skills/a"]);
  });

  it("does not warn about one directory that is reachable by two paths", async () => {
    const first = rootOf("/project/.agents/skills", { forms: skillMd("forms") });
    const link = rootOf("/project/.claude/skills", { forms: skillMd("forms") });
    const linked = {
      ...link,
      skills: link.skills.map((skill) => ({ ...skill, sameAs: "/project/.agents/skills/forms" })),
    };
    expect(await problemsOf([first, linked])).toEqual([]);
  });

  it("finds skills in real directories, and does not report a symlink between them as a collision", async () => {
    const tree = makeTree({
      "project/.agents/skills/group/forms/SKILL.md": skillMd("forms"),
      "project/.agents/skills/README.md": "",
      "home/.claude/skills/mail/SKILL.md": skillMd("mail"),
    });
    mkdirSync(path.join(tree, "project/.claude"));
    symlinkSync("../.agents/skills", path.join(tree, "project/.claude/skills"));
    const agent = await open(
      scanRoots(
        agentskills.roots({}, {}),
        { project: path.join(tree, "project"), home: path.join(tree, "home") },
        agentskills,
      ),
    );
    expect(agent.catalog.map((skill) => skill.path)).toEqual([
      "/project/.agents/skills/group/forms",
      "/home/user/.claude/skills/mail",
    ]);
    expect(agent.problems).toEqual([]);
  });

  it("reports what was not searched", async () => {
    const bounded = {
      ...rootOf("/project/.agents/skills", {}),
      unread: [{ path: "/project/.agents/skills/deep", reason: "more than 2000 directories below the root" }],
    };
    expect(await problemsOf([bounded])).toEqual([
      "skipped /project/.agents/skills/deep: more than 2000 directories below the root",
    ]);
  });

  it("omits the skills of an untrusted project and disabled skills", async () => {
    const both = [
      rootOf("/home/user/.agents/skills", { own: skillMd("own"), mute: skillMd("mute") }),
      ...roots,
    ];
    const agent = await open(both, { trusted: false, disabled: ["mute"] });
    expect(agent.catalog.map(({ name }) => name)).toEqual(["own"]);
    expect(agent.problems).toEqual([
      { path: "/project/.agents/skills", kind: "skipped", message: "the project is not trusted" },
    ]);
  });
});

describe("reading a SKILL.md", () => {
  it("loads a skill with a warning if its name is missing, too long or unlike its directory", async () => {
    expect(await problemsOf(oneSkill(skillMd("other")))).toEqual([
      'warned /project/.agents/skills/forms: name "other" does not match its directory "forms"',
    ]);
    const long = "a".repeat(65);
    expect(await problemsOf(oneSkill(skillMd(long), long))).toEqual([
      `warned /project/.agents/skills/${long}: name has 65 characters (maximum 64)`,
    ]);
    const nameless = oneSkill(`---\ndescription: ${description}\n---\n`);
    expect(await problemsOf(nameless)).toEqual([
      'warned /project/.agents/skills/forms: name is missing; the directory name "forms" is used',
    ]);
    expect((await open(nameless)).catalog.map(({ name }) => name)).toEqual(["forms"]);
  });

  it("skips a skill without a description or frontmatter, with a description that is not a string, or with invalid YAML", async () => {
    const skipped = "skipped /project/.agents/skills/forms: ";
    expect(await problemsOf(oneSkill("---\nname: forms\n---\n"))).toEqual([
      `${skipped}description is missing or empty`,
    ]);
    expect(await problemsOf(oneSkill("---\nname: forms\ndescription: [a]\n---\n"))).toEqual([
      `${skipped}description is missing or empty`,
    ]);
    expect(await problemsOf(oneSkill("# Forms\n"))).toEqual([
      `${skipped}SKILL.md has no frontmatter between two "---" lines`,
    ]);
    expect(await problemsOf(oneSkill("---\nname: forms\n"))).toEqual([
      `${skipped}SKILL.md has no frontmatter between two "---" lines`,
    ]);
    expect(await problemsOf(oneSkill("---\nname: [forms\n---\n"))).toEqual([
      `${skipped}frontmatter is not valid YAML: expected ',' or ']', but got '<stream end>'`,
    ]);
    expect(await problemsOf(oneSkill("---\n---\n"))).toEqual([
      `${skipped}frontmatter is not valid YAML: frontmatter is not a map`,
    ]);
  });

  it("quotes a value that contains a colon, with a warning", async () => {
    const agent = await open(oneSkill('---\nname: forms\ndescription: Use this when: "it" is a form\n---\n'));
    expect(agent.catalog[0]!.description).toBe('Use this when: "it" is a form');
    expect(agent.problems).toMatchObject([
      { kind: "warned", message: "frontmatter is valid YAML only after quoting its values" },
    ]);
  });

  it("reads CRLF, folded values and values that are not strings", async () => {
    const agent = await open(
      oneSkill("---\r\nname: 12\r\ndescription: >-\r\n  Fills\r\n  forms.\r\n---\r\nBody", "12"),
    );
    expect(agent.catalog).toMatchObject([{ name: "12", description: "Fills forms." }]);
    expect(agent.problems).toEqual([]);
  });

  it("escapes untrusted YAML in messages", async () => {
    const [problem] = await problemsOf(oneSkill("---\nname: \u001b[31m\n---\n"));
    expect(problem).not.toContain("\u001b");
  });
});

describe("the first request", () => {
  it("lists escaped names and descriptions, and only offers names", async () => {
    const agent = await open(oneSkill('---\nname: forms\ndescription: a <b> & "c"\n---\nSecret body'));
    const { messages, tools } = agent.request();
    expect(messages).toMatchObject([{ role: "system" }]);
    expect(messages[0]!.content).toContain(
      [
        "<available_skills>",
        "  <skill>",
        "    <name>forms</name>",
        "    <description>a &lt;b&gt; &amp; &quot;c&quot;</description>",
        "  </skill>",
        "</available_skills>",
      ].join("\n"),
    );
    expect(messages[0]!.content).not.toContain("Secret body");
    expect(tools.map(({ name }) => name)).toEqual([
      "activate_skill",
      "read_file",
      "list_directory",
      "run_script",
    ]);
    expect(tools[0]!.parameters).toMatchObject({
      properties: { name: { enum: ["forms"] } },
      required: ["name"],
    });
  });

  it("explains how to load a skill, with the tool or by reading", async () => {
    const words = async (settings: Settings): Promise<string> =>
      (await open(roots, settings)).request().messages[0]!.content.split("<available_skills>")[0]!;
    expect(await words({})).toContain("call activate_skill with its name");
    expect(await words({ activation: "file" })).toMatch(
      /read the SKILL\.md at its location with read_file .* relative to its directory, .* as absolute paths/,
    );
  });

  it("uses at most 100 tokens for a skill with a description of average length", async () => {
    const usual = `---\nname: forms\ndescription: ${"Extracts text and tables from PDF files. ".repeat(5)}\n---\n`;
    const tokens = async (text: string): Promise<number> =>
      (await play(agentskills, [...roots, rootOf("/home/user/.agents/skills", { other: text })])).trace.find(
        ({ kind }) => kind === "catalog",
      )?.tokens ?? 0;
    expect((await tokens(usual.replace("forms", "other"))) - (await tokens("none"))).toBeLessThanOrEqual(100);
  });

  it("has no catalog and no tool without skills", async () => {
    const { messages, tools } = (
      await open([{ ...rootOf("/project/.agents/skills", {}), missing: true }])
    ).request();
    expect({ messages, tools }).toEqual({ messages: [], tools: [] });
  });

  it("omits a hidden skill from the catalog and from the tool's names", async () => {
    const hidden = rootOf("/project/.agents/skills", {
      own: `---\nname: own\ndescription: Mine.\ndisable-model-invocation: true\n---\nBody`,
      mail: skillMd("mail"),
    });
    const agent = await open([hidden]);
    const { messages, tools } = agent.request();
    expect(messages[0]!.content).not.toContain("own");
    expect(tools[0]!.parameters).toMatchObject({ properties: { name: { enum: ["mail"] } } });
    expect(agent.catalog.map(({ name, hidden: isHidden }) => [name, isHidden])).toEqual([
      ["own", true],
      ["mail", false],
    ]);
    const { trace } = await play(agentskills, [hidden], {
      replies: [call("activate_skill", { name: "own" })],
    });
    expect(traceLines(trace, "activate", "refuse")).toEqual([
      'refuse the argument "name" is "own"; use "mail"',
    ]);
  });

  it("has no catalog if every skill is hidden", async () => {
    const { messages, tools } = (
      await open(oneSkill("---\nname: forms\ndescription: D\ndisable-model-invocation: true\n---\n"))
    ).request();
    expect(messages).toEqual([]);
    expect(tools.map(({ name }) => name)).not.toContain("activate_skill");
  });
});

describe("activation", () => {
  it("wraps the body, gives the skill's directory and lists its files without reading them", async () => {
    const result = await play(agentskills, roots, { replies: [call("activate_skill", { name: "forms" })] });
    expect(lastWords(result)).toBe(
      [
        '<skill_content name="forms">',
        "# Forms",
        "",
        "Read references/a.md.",
        "",
        "Skill directory: /project/.agents/skills/forms",
        "Relative paths in this skill are relative to the skill directory.",
        "",
        "<skill_resources>",
        "  <file>references/a.md</file>",
        "  <file>scripts/run.sh</file>",
        "</skill_resources>",
        "</skill_content>",
      ].join("\n"),
    );
    expect(traceLines(result.trace, "activate", "resource")).toEqual([
      expect.stringMatching(/^activate forms SKILL\.md \[0, \d+\)$/),
    ]);
  });

  it("limits the listing of a skill with very many files", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`references/${String(index).padStart(3, "0")}.md`, ""]),
    );
    const many = [rootOf("/project/.agents/skills", { forms: { "SKILL.md": skillMd("forms"), ...files } })];
    const words = lastWords(
      await play(agentskills, many, { replies: [call("activate_skill", { name: "forms" })] }),
    );
    expect(words.match(/<file>/g)).toHaveLength(100);
    expect(words).toContain("  (and 50 more)\n</skill_resources>");
  });

  it("does not add the same instructions to the conversation twice", async () => {
    const result = await play(agentskills, roots, {
      prompt: "/mail",
      replies: [
        call("activate_skill", { name: "mail" }),
        call("read_file", { path: "/project/.agents/skills/mail/SKILL.md" }),
      ],
    });
    expect(traceLines(result.trace, "activate", "again")).toEqual([
      expect.stringContaining("activate mail SKILL.md"),
      "again mail",
      "again mail",
    ]);
    expect(lastWords(result)).toBe('the skill "mail" is already in this conversation');
  });

  it("answers an unknown name with the available names", async () => {
    const result = await play(agentskills, roots, {
      replies: [
        call("activate_skill", { name: "nope" }),
        call("activate_skill", {}),
        call("activate", { name: "mail" }),
      ],
    });
    expect(traceLines(result.trace, "refuse")).toEqual([
      'refuse the argument "name" is "nope"; use "forms" or "mail"',
      'refuse the argument "name" is missing',
      'refuse unknown tool "activate"; the tools are "activate_skill", "read_file", "list_directory" and "run_script"',
    ]);
  });

  it("reads the whole file instead of using a tool if the setting says so, with locations in the catalog", async () => {
    const settings = { activation: "file" };
    const agent = await open(roots, settings);
    const { messages, tools } = agent.request();
    expect(messages[0]!.content).toContain(
      "    <location>/project/.agents/skills/forms/SKILL.md</location>\n",
    );
    expect(tools.map(({ name }) => name)).toEqual(["read_file", "list_directory", "run_script"]);
    const reply = agentskills.speak.activate(agent.catalog[0]!, tools);
    const result = await play(agentskills, roots, { replies: [reply, reply], world: { settings } });
    expect(result.messages.find(({ role }) => role === "tool")).toMatchObject({
      content: skillMd("forms", "# Forms\n\nRead references/a.md.\n"),
      pinned: true,
    });
    expect(traceLines(result.trace, "activate", "again")).toEqual([
      expect.stringContaining("activate forms SKILL.md [0, "),
      "again forms",
    ]);
  });

  it("rejects an invalid setting", async () => {
    await expect(open(roots, { activation: "magic" })).rejects.toThrow(
      'the setting "activation" must be "tool" or "file", not "magic"',
    );
  });
});

describe("activation by the user", () => {
  it("accepts a slash command, a mention and a hidden skill without asking the model", async () => {
    const hidden = [
      rootOf("/project/.agents/skills", {
        own: "---\nname: own\ndescription: Mine.\ndisable-model-invocation: true\n---\nBody of own",
        mail: skillMd("mail"),
      }),
    ];
    const slash = await play(agentskills, hidden, { prompt: "/own  now" });
    expect(slash.messages.slice(1, 3)).toMatchObject([
      { role: "user", pinned: true, content: expect.stringContaining("Body of own") },
      { role: "user", content: "now" },
    ]);
    expect(traceLines(slash.trace, "activate", "tool")).toEqual([expect.stringContaining("activate own")]);
    const mentioned = await play(agentskills, hidden, { prompt: "Use $own and $mail, not $HOME or a$own." });
    expect(traceLines(mentioned.trace, "activate")).toEqual([
      expect.stringContaining("activate own"),
      expect.stringContaining("activate mail"),
    ]);
    expect(lastWords(mentioned, "user")).toBe("Use $own and $mail, not $HOME or a$own.");
  });

  it("needs no text after the command", async () => {
    const { messages, stop } = await play(agentskills, roots, { prompt: "/mail" });
    expect(messages.filter(({ role }) => role === "user")).toHaveLength(1);
    expect(stop).toBe("answered");
  });

  it("passes unknown names on unchanged", async () => {
    const { messages, trace } = await play(agentskills, roots, { prompt: "/etc/hosts is odd" });
    expect(lastWords({ messages }, "user")).toBe("/etc/hosts is odd");
    expect(traceLines(trace, "activate", "refuse")).toEqual([]);
  });
});

describe("files", () => {
  const at = (file: string) => call("read_file", { path: file });

  it("reads a file by the absolute form of a path in the body, or some of its lines", async () => {
    const replies = [
      agentskills.speak.read((await open(roots)).catalog[0]!, "references/a.md"),
      call("read_file", { path: ".agents/skills/forms/references/a.md", start_line: 2, end_line: 2 }),
    ];
    const { messages } = await play(agentskills, roots, { replies });
    expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
      "one\ntwo\nthree\n",
      "two\n",
    ]);
  });

  it("lists a directory", async () => {
    expect(
      lastWords(
        await play(agentskills, roots, {
          replies: [call("list_directory", { path: "/project/.agents/skills/forms" })],
        }),
      ),
    ).toBe("SKILL.md\nreferences/\nscripts/");
  });

  it("refuses paths out of the skill, binary files and missing files, with a suggestion", async () => {
    const odd = [
      rootOf("/project/.agents/skills", {
        mail: skillMd("mail"),
        forms: {
          "SKILL.md": skillMd("forms"),
          "references/guide.md": "x",
          "assets/a.png": new Uint8Array([137, 80, 78, 71, 0, 255]),
          out: {
            kind: "symlink",
            size: 0,
            executable: false,
            link: { target: "/etc/passwd", leads: "outside" },
          },
        },
      }),
    ];
    const base = "/project/.agents/skills/forms";
    const paths = [
      `${base}/../mail/SKILL.md`,
      `${base}/references/../../../x`,
      "/etc/passwd",
      "../../etc/passwd",
      `${base}/out`,
      `${base}/assets/a.png`,
      `${base}/references`,
      `${base}/references/guid.md`,
    ];
    const { trace } = await play(agentskills, odd, { replies: paths.map(at) });
    expect(traceLines(trace, "resource", "activate")).toEqual([]);
    expect(trace.filter(({ kind }) => kind === "refuse").map(({ text }) => text)).toEqual([
      `"${base}/../mail/SKILL.md" is outside the skill`,
      `"${base}/references/../../../x" is outside the skill`,
      '"/etc/passwd" is not in a skill',
      '"../../etc/passwd" is not in a skill',
      `"${base}/out" is a symlink that points outside the skill`,
      '"assets/a.png" is not UTF-8 text (6 bytes)',
      `"${base}/references" is a directory`,
      `"${base}/references/guid.md" does not exist; did you mean "references/guide.md"?`,
    ]);
  });

  it("needs approval to run a script, but not to read", async () => {
    const replies = [
      at("/project/.agents/skills/forms/references/a.md"),
      call("run_script", { path: "/project/.agents/skills/forms/scripts/run.sh", args: ["x"] }),
    ];
    const alone = await play(agentskills, roots, { replies, world: { policy: { approval: "ci" } } });
    expect(traceLines(alone.trace, "resource", "script", "refuse")).toEqual([
      "resource forms references/a.md [0, 14)",
      'refuse run the script "/project/.agents/skills/forms/scripts/run.sh": needs approval, but this run cannot ask for it',
    ]);
    const asked = await play(agentskills, roots, {
      replies,
      world: { policy: { approval: "interactive", ask: async (question) => question.includes("run.sh") } },
    });
    expect(traceLines(asked.trace, "script")).toEqual(["script forms scripts/run.sh answered"]);
    expect(lastWords(asked)).toBe("scripts/run.sh x");
    const declined = await play(agentskills, roots, {
      replies,
      world: { policy: { approval: "interactive", ask: async () => false } },
    });
    expect(traceLines(declined.trace, "script", "approve")).toEqual([]);
  });
});

it("retains instructions in a compaction that removes earlier tool results", async () => {
  const long = "word ".repeat(3000);
  const big = [
    rootOf("/project/.agents/skills", {
      forms: { "SKILL.md": skillMd("forms", "Keep me.\n"), "a.md": long, "b.md": long },
    }),
  ];
  const read = (file: string) => call("read_file", { path: `/project/.agents/skills/forms/${file}` });
  const model = sayInTurn(call("activate_skill", { name: "forms" }), read("a.md"), read("b.md"));
  const result = await runSession({
    system: agentskills,
    model,
    world: worldOf(big, { settings: { contextTokens: 4000 } }),
    prompt: "Go.",
    budget: { turns: 9, toolCalls: 9, scriptRuns: 0 },
  });
  expect(traceLines(result.trace, "compact")).toEqual(["compact 1 old tool answer was dropped"]);
  const contents = model.seen
    .at(-1)!
    .messages.filter(({ role }) => role === "tool")
    .map(({ content }) => content);
  expect(contents[0]).toContain("Keep me.");
  expect(contents.slice(1)).toEqual(["[an old result, removed to save room]", long]);
});
