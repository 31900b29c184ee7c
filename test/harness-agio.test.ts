import { expect, it } from "vitest";
import type { AgentWorld, ModelReply, SkillRoot } from "../src/model/agent.ts";
import type { SkillSource } from "../src/model/source.ts";
import { requestLine } from "../src/harness/models/command.ts";
import { runSession } from "../src/harness/session.ts";
import { agio } from "../src/harness/systems/agio/agio.ts";
import { scanRoots } from "../src/find/scan-roots.ts";
import { countReads } from "./support/counting.ts";
import {
  call,
  echoScripts,
  lastWords,
  play,
  rootOf,
  sayInTurn,
  traceLines,
  worldOf,
} from "./support/harness.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const project = "/project/skills";

/** A skill with a script, a reference and an asset, each referred to with {baseDir}. */
const complex = {
  "SKILL.md": skillMd(
    "complex",
    "Run `python {baseDir}/scripts/init.py`, then read {baseDir}/references/guide.md.\n",
  ),
  "scripts/init.py": "print(1)\n",
  "references/guide.md": "One\nTwo\nThree\n",
  "assets/page.html": "<p>",
};

const activate = (name: string): ModelReply => call("Skill", { skill_name: name });

async function openWith(
  skills: Parameters<typeof rootOf>[1],
  given: Partial<AgentWorld> = {},
  more: Parameters<typeof rootOf>[2] = {},
): ReturnType<typeof agio.open> {
  return agio.open(worldOf([rootOf(project, skills, more)], given));
}

async function promptOf(
  roots: readonly SkillRoot[],
  settings: AgentWorld["settings"] = {},
): Promise<string | undefined> {
  const agent = await agio.open(worldOf(roots, { settings }));
  return agent.request().messages.find(({ role }) => role === "system")?.content;
}

it("reads the heads at the start, one body on activation and then only requested files", async () => {
  const log: string[] = [];
  const skills = { a: skillMd("a"), complex, z: skillMd("z") };
  const { trace } = await play(
    agio,
    [rootOf(project, skills, { wrap: (source) => countReads(source, log) })],
    {
      replies: [
        activate("complex"),
        call("file_read", { file_path: `${project}/complex/references/guide.md` }),
        call("bash", { command: `python ${project}/complex/scripts/init.py` }),
      ],
    },
  );
  expect(log).toEqual([
    "a/SKILL.md [0, 87)",
    "complex/SKILL.md [0, 167)",
    "z/SKILL.md [0, 87)",
    "complex/SKILL.md [0, 167)",
    "complex/",
    "complex/references/guide.md [0, 14)",
  ]);
  expect(trace.map(({ kind, tier }) => [kind, tier]).filter(([, tier]) => tier !== undefined)).toEqual([
    ["head", 1],
    ["head", 1],
    ["head", 1],
    ["catalog", 1],
    ["activate", 2],
    ["resource", 3],
    ["script", 3],
  ]);
});

it("reads only the beginning of a long skill before it is activated", async () => {
  const { trace } = await play(agio, [rootOf(project, { a: skillMd("a", "x".repeat(5000)) })], {
    replies: [activate("a")],
  });
  expect(traceLines(trace, "head", "activate")).toEqual([
    "head a SKILL.md [0, 1024)",
    "activate a SKILL.md [0, 5080)",
  ]);
});

it("uses less than 100 tokens to announce an average skill", async () => {
  const tokens = async (skills: Parameters<typeof rootOf>[1]): Promise<number> => {
    const { trace } = await play(agio, [rootOf(project, skills)]);
    return trace.find(({ kind }) => kind === "catalog")?.tokens ?? 0;
  };
  const usual = `---\nname: b\ndescription: ${"Extracts text and tables from PDF files. ".repeat(5)}\n---\n`;
  expect((await tokens({ a: skillMd("a"), b: usual })) - (await tokens({ a: skillMd("a") }))).toBeLessThan(
    100,
  );
});

it("searches skills/, ~/.agio/skills and the comma-separated AGIO_SKILLS_DIR; the last directory has precedence", () => {
  expect(agio.roots({}, {}).map(({ scope, path }) => [scope, path])).toEqual([
    ["user", "~/.agio/skills"],
    ["project", "skills"],
  ]);
  expect(
    agio.roots({ AGIO_SKILLS_DIR: "/opt/one, two ,,~/three" }, {}).map(({ scope, path }) => [scope, path]),
  ).toEqual([
    ["user", "~/three"],
    ["project", "two"],
    ["project", "/opt/one"],
    ["user", "~/.agio/skills"],
    ["project", "skills"],
  ]);
});

it("uses the skill_dirs of an agent instead of the shared directories, and still those of the environment", () => {
  const paths = (settings: AgentWorld["settings"]): readonly string[] =>
    agio.roots({ AGIO_SKILLS_DIR: "env" }, settings).map(({ path }) => path);
  expect(paths({ skill_dirs: ["own"], skills_dirs: ["all"] })).toEqual(["env", "own"]);
  expect(paths({ skills_dirs: ["all"] })).toEqual(["env", "all"]);
  expect(paths({ skill_dirs: [] })).toEqual(["env", "~/.agio/skills", "skills"]);
  expect(paths({ skill_dirs: ["same", "env"] })).toEqual(["env", "same"]);
  expect(() => paths({ skill_dirs: "own" })).toThrow(
    'the setting "skill_dirs" must be a list of strings, not "own"',
  );
});

it("finds skills in real directories of all three kinds", async () => {
  const at = makeTree({
    "p/skills/a/SKILL.md": skillMd("a"),
    "h/.agio/skills/b/SKILL.md": skillMd("b"),
    "p/more/c/SKILL.md": skillMd("c"),
    "p/skills/deep/er/SKILL.md": skillMd("er"),
    "p/skills/notes.md": "",
  });
  const roots = scanRoots(
    agio.roots({ AGIO_SKILLS_DIR: "more" }, {}),
    { project: `${at}/p`, home: `${at}/h` },
    agio,
  );
  const agent = await agio.open(worldOf(roots));
  expect(agent.catalog.map(({ name, scope, path }) => [name, scope, path])).toEqual([
    ["a", "project", "/project/skills/a"],
    ["b", "user", "/home/user/.agio/skills/b"],
    ["c", "project", "/project/more/c"],
  ]);
});

it("ignores a missing directory and one without a SKILL.md", async () => {
  const missing: SkillRoot = {
    scope: "user",
    path: "/home/user/.agio/skills",
    missing: true,
    skills: [],
    without: [],
    unread: [],
  };
  const agent = await agio.open(
    worldOf([missing, rootOf(project, { a: skillMd("a") }, { without: ["notes"] })]),
  );
  expect([agent.catalog.map(({ name }) => name), agent.problems]).toEqual([["a"], []]);
});

it("reports what could not be searched", async () => {
  const root = { ...rootOf(project, {}), unread: [{ path: `${project}/a`, reason: "permission denied" }] };
  expect((await agio.open(worldOf([root]))).problems).toEqual([
    { path: `${project}/a`, kind: "skipped", message: "permission denied" },
  ]);
});

it("uses the last of several skills with the same name, at the position of the first", async () => {
  const roots = [
    rootOf("/home/user/.agio/skills", { "a-new": skillMd("a") }),
    rootOf(project, { a: skillMd("a"), b: skillMd("b"), c: skillMd("b") }),
  ];
  const agent = await agio.open(worldOf(roots));
  expect(agent.catalog.map(({ name, path }) => [name, path])).toEqual([
    ["a", "/home/user/.agio/skills/a-new"],
    ["b", `${project}/c`],
  ]);
  expect(agent.problems).toEqual([
    {
      path: `${project}/b`,
      kind: "shadowed",
      message: `the skill "b" in "${project}/c" is loaded later and replaces it`,
    },
    {
      path: `${project}/a`,
      kind: "shadowed",
      message: 'the skill "a" in "/home/user/.agio/skills/a-new" is loaded later and replaces it',
    },
  ]);
});

it("loads the other skills if one cannot be read", async () => {
  const agent = await openWith({ bad: "no frontmatter", good: skillMd("good"), gone: {} });
  expect(agent.catalog.map(({ name }) => name)).toEqual(["good"]);
  expect(agent.problems).toEqual([
    {
      path: `${project}/bad`,
      kind: "skipped",
      message: 'SKILL.md does not begin with frontmatter between two "---" lines',
    },
    {
      path: `${project}/gone`,
      kind: "skipped",
      message: "cannot read SKILL.md: no such file or directory",
    },
  ]);
});

it.each([
  ["a byte-order mark", "\ufeff---\nname: a\ndescription: b\n---\n"],
  ["a blank line before it", "\n---\nname: a\ndescription: b\n---\n"],
  ["a space behind the first fence", "--- \nname: a\ndescription: b\n---\n"],
  ["a space behind the last fence", "---\nname: a\ndescription: b\n--- \n"],
  ["four hyphens at the end", "---\nname: a\ndescription: b\n----\n"],
  ["no line end behind the last fence", "---\nname: a\ndescription: b\n---"],
  ["nothing in it", "---\n---\n"],
])("finds no frontmatter if there is %s", async (_what, text) => {
  const { catalog, problems } = await openWith({ a: text });
  expect([catalog, problems.map(({ message }) => message)]).toEqual([
    [],
    ['SKILL.md does not begin with frontmatter between two "---" lines'],
  ]);
});

it.each([
  ["description: b", 'the field "name" is missing'],
  ["name: a", 'the field "description" is missing'],
  ["name: 12\ndescription: b", "name must have the type str, not int"],
  ["name: on\ndescription: b", "name must have the type str, not bool"],
  ["name: My-Skill\ndescription: b", 'name "My-Skill" must be lower-case letters, digits and inner hyphens'],
  ["name: -a\ndescription: b", 'name "-a" must be lower-case letters, digits and inner hyphens'],
  ['name: ""\ndescription: b', 'name "" must be lower-case letters, digits and inner hyphens'],
  [`name: ${"a".repeat(65)}\ndescription: b`, "name has 65 characters (maximum 64)"],
  ["name: a\ndescription:", "description must have the type str, not NoneType"],
  ['name: a\ndescription: ""', "description is empty"],
  [`name: a\ndescription: ${"é".repeat(1025)}`, "description has 1025 characters (maximum 1024)"],
  ["name: a\ndescription: b\nmetadata: some text", "metadata must have the type dict, not str"],
  ["name: a\ndescription: b: c", "frontmatter is not valid YAML: mapping values are not allowed here"],
  ["- name: a", "frontmatter must be a map, not list"],
  [
    "name: a\ndescription: b\nport: 0x_",
    "frontmatter is not valid YAML: ValueError, invalid literal for int() with base 16: ''",
  ],
])("skips a skill with %j", async (frontmatter, message) => {
  const { catalog, problems } = await openWith({ a: `---\n${frontmatter}\n---\n` });
  expect([catalog, problems]).toEqual([[], [{ path: `${project}/a`, kind: "skipped", message }]]);
});

it.each([
  ["a doubled hyphen in the name", "name: a--b\ndescription: c", "a--b"],
  ["a name that is not the directory's", "name: other\ndescription: c", "other"],
  ["a name with a line end, which Python's $ lets pass", 'name: "a\\n"\ndescription: c', "a\n"],
  ["1,024 characters of two units each", `name: a\ndescription: ${"😀".repeat(1024)}`, "a"],
  [
    "metadata of any kind of value",
    "name: a\ndescription: c\nlicense: 2.0\nmetadata:\n  version: 1.0\n  deep: {x: [1]}",
    "a",
  ],
  ["allowed-tools, which it does not read", "name: a\ndescription: c\nallowed-tools: [Read, {}]", "a"],
])("loads a skill with %s", async (_what, frontmatter, name) => {
  const { catalog, problems } = await openWith({ a: `---\n${frontmatter}\n---\n` });
  expect([catalog.map((entry) => entry.name), problems]).toEqual([[name], []]);
});

it("announces each skill by only its name and description, under ## Available Skills", async () => {
  const prompt = await promptOf([
    rootOf(project, { a: "---\nname: a\ndescription: Does *this*.\n---\nSecret body.\n", b: skillMd("b") }),
  ]);
  expect(prompt?.split("\n").filter((line) => /^(?:## |- )/.test(line))).toEqual([
    "## Available Skills",
    "- **a**: Does *this*.",
    "- **b**: Fills PDF forms. Use when a form is to be filled.",
  ]);
  expect(prompt?.startsWith("## Available Skills\n")).toBe(true);
  expect(prompt).toContain("\n\n### How to use skills:\n1. ");
  expect(prompt).not.toMatch(/Secret|\/project/);
});

it("adds the skills after the agent's prompt and an empty line, or nothing if there are none", async () => {
  const roots = [rootOf(project, { a: skillMd("a") })];
  expect(await promptOf(roots, { system_prompt: "You are Ada." })).toMatch(
    /^You are Ada\.\n\n## Available Skills\n/,
  );
  expect(await promptOf([rootOf(project, {})], { system_prompt: "You are Ada." })).toBe("You are Ada.");
  expect(await promptOf([rootOf(project, {})])).toBeUndefined();
});

it("offers a Skill tool that requires only a skill_name, with and without skills", async () => {
  for (const skills of [{}, { a: skillMd("a") }]) {
    const { tools } = (await openWith(skills)).request();
    expect(tools.map(({ name }) => name)).toEqual(["Skill", "file_read", "bash"]);
    expect(tools[0]?.parameters).toMatchObject({
      type: "object",
      properties: { skill_name: { type: "string" } },
      required: ["skill_name"],
    });
  }
});

it("gives the model the whole body, and the user a sentence that the model never sees", async () => {
  const { messages } = await play(agio, [rootOf(project, { a: skillMd("a", "# Title\n\nStep.\n") })], {
    replies: [activate("a")],
  });
  expect(messages.at(2)).toEqual({
    role: "assistant",
    content: "",
    calls: [{ id: "call-1", name: "Skill", arguments: { skill_name: "a" } }],
  });
  expect(messages.at(3)).toEqual({
    role: "tool",
    callId: "call-1",
    content: "\n# Title\n\nStep.\n",
    forUser: 'The skill "a" has been activated.',
  });
  expect(requestLine(2, { messages, tools: [] })).not.toContain("has been activated");
});

it("replaces {baseDir} in the body, but not in the frontmatter, by the skill's absolute directory", async () => {
  const body = "{baseDir}/a {baseDir}/b {basedir} ${baseDir} {other}\n";
  const { messages } = await play(
    agio,
    [rootOf(project, { a: `---\nname: a\ndescription: "{baseDir}"\n---\n${body}` })],
    { replies: [activate("a")] },
  );
  expect(lastWords({ messages })).toBe(`${project}/a/a ${project}/a/b {basedir} $${project}/a {other}\n`);
  expect(messages[0]?.content).toContain("- **a**: {baseDir}");
});

it("reads every line ending as LF, as Python's text mode does", async () => {
  const { messages } = await play(
    agio,
    [rootOf(project, { a: "---\r\nname: a\r\ndescription: b\r\n---\r\nOne\r\nTwo\rThree" })],
    { replies: [activate("a")] },
  );
  expect(lastWords({ messages })).toBe("One\nTwo\nThree");
});

it("reads a resource only on request, by the path in the body", async () => {
  const { trace, messages } = await play(agio, [rootOf(project, { complex })], {
    replies: [
      activate("complex"),
      call("file_read", { file_path: `${project}/complex/references/guide.md` }),
    ],
  });
  expect(messages.find(({ role }) => role === "tool")?.content).toContain(
    `${project}/complex/references/guide.md`,
  );
  expect(traceLines(trace, "activate", "resource")).toEqual([
    "activate complex SKILL.md [0, 167)",
    "resource complex references/guide.md [0, 14)",
  ]);
  expect(lastWords({ messages })).toBe("One\nTwo\nThree\n");
});

it("reads some lines of a file", async () => {
  const read = (args: Readonly<Record<string, number>>): ModelReply =>
    call("file_read", { file_path: `${project}/complex/references/guide.md`, ...args });
  const { messages } = await play(agio, [rootOf(project, { complex })], {
    replies: [read({ offset: 2, limit: 1 }), read({ offset: 0, limit: 2 }), read({ limit: 0 })],
  });
  expect(messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []))).toEqual([
    "Two\n",
    "One\nTwo\n",
    "",
  ]);
});

it("reads no file by a relative path and none outside a skill", async () => {
  const paths = [
    "skills/complex/references/guide.md",
    `${project}/complex/../../.env`,
    "/etc/passwd",
    `${project}/complex/references/none.md`,
  ];
  const { trace } = await play(agio, [rootOf(project, { complex })], {
    replies: paths.map((file_path) => call("file_read", { file_path })),
  });
  expect(traceLines(trace, "refuse", "resource")).toEqual([
    'refuse "skills/complex/references/guide.md" is not an absolute path',
    `refuse "${project}/complex/../../.env" is not simulated; the harness refused it, not the agent`,
    'refuse "/etc/passwd" is not simulated; the harness refused it, not the agent',
    `refuse complex references/none.md "${project}/complex/references/none.md" does not exist; did you mean "references/guide.md"?`,
  ]);
});

it("runs a script by its absolute path with bash", async () => {
  const { trace, messages } = await play(agio, [rootOf(project, { complex })], {
    replies: [call("bash", { command: `python ${project}/complex/scripts/init.py --n 'a b'` })],
  });
  expect(traceLines(trace, "script")).toEqual(["script complex scripts/init.py answered"]);
  expect(lastWords({ messages })).toBe("scripts/init.py --n a b");
});

it("answers an unknown skill with the available names, and continues", async () => {
  const { messages, stop, trace } = await play(
    agio,
    [rootOf(project, { a: skillMd("a"), b: skillMd("b") })],
    { replies: [activate("nope")] },
  );
  expect(messages.at(-2)).toEqual({
    role: "tool",
    callId: "call-1",
    content: "Error: Skill 'nope' not found. Available skills: a, b",
    forUser: "Failed to activate skill: Skill 'nope' not found. Available skills: a, b",
  });
  expect([stop, traceLines(trace, "refuse")]).toEqual([
    "answered",
    ["refuse Error: Skill 'nope' not found. Available skills: a, b"],
  ]);
});

it.each([
  [{}, "Error: Missing required parameter: skill_name"],
  [{ skill_name: "" }, "Error: Missing required parameter: skill_name"],
  [{ skill_name: 3 }, "Error: Invalid skill_name type: expected string, got <class 'int'>"],
  [{ skill_name: 3.5 }, "Error: Invalid skill_name type: expected string, got <class 'float'>"],
  [{ skill_name: true }, "Error: Invalid skill_name type: expected string, got <class 'bool'>"],
  [{ skill_name: ["a"] }, "Error: Invalid skill_name type: expected string, got <class 'list'>"],
  [{ skill_name: { a: 1 } }, "Error: Invalid skill_name type: expected string, got <class 'dict'>"],
])("answers the arguments %j with a failed result", async (args, words) => {
  const result = await play(agio, [rootOf(project, { a: skillMd("a") })], { replies: [call("Skill", args)] });
  expect([lastWords(result), result.stop]).toEqual([words, "answered"]);
});

it.each([
  ["no frontmatter any more", "gone", "Invalid SKILL.md format for 'a': missing frontmatter"],
  [
    "frontmatter that is no YAML any more",
    "---\na: b: c\n---\n",
    "Invalid YAML frontmatter for 'a': frontmatter is not valid YAML: mapping values are not allowed here",
  ],
  [
    "bytes that are not UTF-8",
    Uint8Array.of(0xff),
    "Failed to read SKILL.md for 'a': \"SKILL.md\" is not UTF-8 text (1 bytes)",
  ],
])("answers a SKILL.md with %s with a failed result, and continues", async (_what, later, problem) => {
  const wrap = (source: SkillSource): SkillSource => ({
    ...source,
    readHead: () => new TextEncoder().encode(skillMd("a")),
  });
  const { messages, stop } = await play(agio, [rootOf(project, { a: { "SKILL.md": later } }, { wrap })], {
    replies: [activate("a")],
  });
  expect(messages.at(-2)).toMatchObject({
    content: `Error: Failed to activate skill 'a': ${problem}`,
    forUser: `Failed to activate skill: Failed to activate skill 'a': ${problem}`,
  });
  expect(stop).toBe("answered");
});

it("answers an unknown tool and a missing resource so that the model can try again", async () => {
  const { messages, answer } = await play(agio, [rootOf(project, { complex })], {
    replies: [
      call("Skil", {}),
      call("file_read", { file_path: `${project}/complex/references/gide.md` }),
      call("file_read", { file_path: `${project}/complex/references/guide.md` }),
    ],
  });
  expect(messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []))).toEqual([
    'unknown tool "Skil"; the tools are "Skill", "file_read" and "bash"',
    `"${project}/complex/references/gide.md" does not exist; did you mean "references/guide.md"?`,
    "One\nTwo\nThree\n",
  ]);
  expect(answer).toBe("done");
});

it("activates a skill without permission, and asks one manager about every other tool", async () => {
  const asked: string[] = [];
  const ask = async (question: string): Promise<boolean> => asked.push(question) !== 2;
  const { trace } = await play(agio, [rootOf(project, { complex })], {
    replies: [
      activate("complex"),
      call("file_read", { file_path: `${project}/complex/references/guide.md` }),
      call("bash", { command: `python ${project}/complex/scripts/init.py` }),
      call("bash", { command: `cat ${project}/complex/assets/page.html` }),
    ],
    world: { policy: { approval: "interactive", ask } },
  });
  expect(asked).toEqual([
    `read the file "${project}/complex/references/guide.md"`,
    `run the command "python ${project}/complex/scripts/init.py"`,
    `run the command "cat ${project}/complex/assets/page.html"`,
  ]);
  expect(traceLines(trace, "activate", "approve", "refuse", "resource", "script")).toEqual([
    "activate complex SKILL.md [0, 167)",
    `approve read the file "${project}/complex/references/guide.md": approved`,
    "resource complex references/guide.md [0, 14)",
    `refuse run the command "python ${project}/complex/scripts/init.py": not approved`,
    `approve run the command "cat ${project}/complex/assets/page.html": approved`,
    "resource complex assets/page.html [0, 3)",
  ]);
});

it("activates a skill without a user to approve anything, and does nothing else", async () => {
  const { trace, stop } = await play(agio, [rootOf(project, { complex })], {
    replies: [
      activate("complex"),
      call("file_read", { file_path: `${project}/complex/references/guide.md` }),
    ],
    world: { policy: { approval: "ci" } },
  });
  expect(traceLines(trace, "activate", "refuse", "resource")).toEqual([
    "activate complex SKILL.md [0, 167)",
    `refuse read the file "${project}/complex/references/guide.md": needs approval, but this run cannot ask for it`,
  ]);
  expect(stop).toBe("answered");
});

it("does not restrict tools by a skill's allowed-tools", async () => {
  const skill = "---\nname: a\ndescription: b\nallowed-tools: Read\n---\nBody.\n";
  const model = sayInTurn(activate("a"));
  await runSession({
    system: agio,
    model,
    world: worldOf([rootOf(project, { a: skill })]),
    prompt: "Do it.",
    budget: { turns: 5, toolCalls: 5, scriptRuns: 5 },
  });
  expect(model.seen.map(({ tools }) => tools.length)).toEqual([3, 3]);
});

it("has no skills, Skill tool or directories if enable_skills is false, but all other tools", async () => {
  const settings = { enable_skills: false };
  const host = { spec: { name: "clock", description: "", parameters: {} }, answer: () => "noon" };
  const agent = await openWith({ a: skillMd("a") }, { settings, hostTools: [host] });
  expect(agio.roots({ AGIO_SKILLS_DIR: "x" }, settings)).toEqual([]);
  expect([agent.catalog, agent.request().tools.map(({ name }) => name), agent.request().messages]).toEqual([
    [],
    ["file_read", "bash", "clock"],
    [],
  ]);
});

it("does not change the host's tools", async () => {
  const host = { spec: { name: "clock", description: "", parameters: {} }, answer: () => "noon" };
  const { messages } = await play(agio, [rootOf(project, { a: skillMd("a") })], {
    replies: [call("clock")],
    world: { hostTools: [host] },
  });
  expect(lastWords({ messages })).toBe("noon");
});

it("rebuilds its catalog, its prompt and its tools on a reload", async () => {
  const agent = await openWith({ a: skillMd("a"), old: skillMd("old") });
  await agent.say("Do it.");
  await agent.reload?.([
    rootOf(project, {
      a: "---\nname: a\ndescription: New words.\n---\nNew body.\n",
      fresh: skillMd("fresh"),
      bad: "",
    }),
  ]);
  expect(agent.catalog.map(({ name, description }) => [name, description])).toEqual([
    ["a", "New words."],
    ["fresh", "Fills PDF forms. Use when a form is to be filled."],
  ]);
  expect(agent.problems.map(({ path }) => path)).toEqual([`${project}/bad`]);
  expect(agent.request().messages[0]?.content).toMatch(/- \*\*a\*\*: New words\.\n- \*\*fresh\*\*:/);
  await agent.take({
    calls: [
      { name: "Skill", arguments: { skill_name: "a" } },
      { name: "Skill", arguments: { skill_name: "old" } },
    ],
  });
  expect(
    agent
      .request()
      .messages.slice(-2)
      .map(({ content }) => content),
  ).toEqual(["New body.\n", "Error: Skill 'old' not found. Available skills: a, fresh"]);
});

it("adds a reload and the new catalog to the trace", async () => {
  const world = worldOf([rootOf(project, { a: skillMd("a") })]);
  const agent = await agio.open(world);
  await agent.reload?.([rootOf(project, { b: skillMd("b") })]);
  expect(traceLines(world.tracer.events)).toEqual([
    "head a SKILL.md [0, 87)",
    "catalog",
    "reload",
    "head b SKILL.md [0, 87)",
    "catalog",
  ]);
});

it("records the activated skill in the conversation and in the trace", async () => {
  const { messages, trace } = await play(agio, [rootOf(project, { a: skillMd("a") })], {
    replies: [activate("a"), activate("a")],
  });
  expect(messages.filter(({ role }) => role === "tool").map(({ forUser }) => forUser)).toEqual([
    'The skill "a" has been activated.',
    'The skill "a" has been activated.',
  ]);
  expect(trace.flatMap(({ kind, skill, turn }) => (kind === "activate" ? [[skill, turn]] : []))).toEqual([
    ["a", 1],
    ["a", 2],
  ]);
});

it("gives the host program the activated skill's name with its event, and its metadata with the catalog", async () => {
  const { catalog, trace } = await play(agio, [rootOf(project, { a: skillMd("a"), complex })], {
    replies: [activate("complex")],
  });
  const event = trace.find(({ kind }) => kind === "activate");
  expect([event?.tool, event?.arguments, event?.skill]).toEqual([
    "Skill",
    { skill_name: "complex" },
    "complex",
  ]);
  expect(catalog.filter(({ name }) => name === event?.skill)).toEqual([
    {
      name: "complex",
      description: expect.stringMatching(/./),
      scope: "project",
      path: `${project}/complex`,
      hidden: false,
    },
  ]);
});

it("expresses a model's intentions in its protocol", async () => {
  const world = worldOf([rootOf(project, { complex: { ...complex, "scripts/it's.sh": "", tool: "" } })], {
    scripts: echoScripts,
  });
  const agent = await agio.open(world);
  const [entry] = agent.catalog;
  if (!entry) throw new Error("there is one");
  await agent.say("Do it.");
  for (const reply of [
    agio.speak.activate(entry),
    agio.speak.read(entry, "references/guide.md"),
    agio.speak.run(entry, "scripts/it's.sh", ["$x"]),
    agio.speak.run(entry, "tool", []),
  ])
    await agent.take(reply);
  expect(await agent.take(agio.speak.finish("Done."))).toBe("done");
  expect(traceLines(world.tracer.events, "activate", "resource", "script", "refuse")).toEqual([
    "activate complex SKILL.md [0, 167)",
    "resource complex references/guide.md [0, 14)",
    "script complex scripts/it's.sh answered",
    "script complex tool answered",
  ]);
  expect(agent.answer).toBe("Done.");
});
