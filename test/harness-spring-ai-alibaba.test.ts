import { expect, it } from "vitest";
import type { AgentWorld, HostTool, ModelReply, ModelRequest, SkillRoot } from "../src/model/agent.ts";
import { runSession } from "../src/harness/session.ts";
import { loadExactCounter } from "../src/tokens/exact-counter.ts";
import { springAiAlibaba } from "../src/harness/systems/spring-ai-alibaba/spring-ai-alibaba.ts";
import { scanRoots } from "../src/find/scan-roots.ts";
import { countReads } from "./support/counting.ts";
import { call, lastWords, play, rootOf, sayInTurn, traceLines, worldOf } from "./support/harness.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const project = "/project/skills";
const user = "/home/user/saa/skills";

const ownTools = ["read_skill", "search_skills", "disable_skill", "shell"];

const read = (name: string): ModelReply => call("read_skill", { skill_name: name });
const run = (command: string): ModelReply => call("shell", { command });

function tool(name: string, group?: string): HostTool {
  return {
    spec: { name, description: name, parameters: { type: "object" } },
    answer: () => `${name} was called`,
    ...(group !== undefined && { group }),
  };
}

function withTools(name: string, line: string): string {
  return `---\nname: ${name}\ndescription: Of ${name}.\n${line}\n---\nUse it.\n`;
}

/** The requests to the model, in order. */
async function requestsOf(
  roots: readonly SkillRoot[],
  replies: readonly ModelReply[],
  given: Partial<AgentWorld> = {},
  followUps: readonly string[] = [],
): Promise<readonly ModelRequest[]> {
  const model = sayInTurn(...replies);
  await runSession({
    system: springAiAlibaba,
    model,
    world: worldOf(roots, given),
    prompt: "Do it.",
    followUps,
    budget: { turns: 30, toolCalls: 30, scriptRuns: 5 },
  });
  return model.seen;
}

const toolNames = ({ tools }: ModelRequest): readonly string[] => tools.map(({ name }) => name);

/** The host's tools in each request. */
async function joinedTools(...given: Parameters<typeof requestsOf>): Promise<readonly (readonly string[])[]> {
  return (await requestsOf(...given)).map((request) =>
    toolNames(request).filter((name) => !ownTools.includes(name)),
  );
}

async function answersTo(
  roots: readonly SkillRoot[],
  ...replies: readonly ModelReply[]
): Promise<readonly string[]> {
  const { messages } = await play(springAiAlibaba, roots, { replies });
  return messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}

async function problemsOf(text: string): Promise<readonly (readonly string[])[]> {
  const { problems } = await springAiAlibaba.open(worldOf([rootOf(project, { a: text })]));
  return problems.map(({ kind, message }) => [kind, message]);
}

it("searches ./skills of the project and saa/skills of the user, or the configured directories", () => {
  expect(springAiAlibaba.roots({}, {})).toEqual([
    { scope: "project", path: "skills" },
    { scope: "user", path: "~/saa/skills" },
  ]);
  expect(springAiAlibaba.roots({}, { projectSkillsDirectory: "own", userSkillsDirectory: "" })).toEqual([
    { scope: "project", path: "own" },
    { scope: "user", path: "~/saa/skills" },
  ]);
});

it("finds skills in real directories directly below the root", async () => {
  const at = makeTree({
    "p/skills/a/SKILL.md": skillMd("a"),
    "h/saa/skills/b/SKILL.md": skillMd("b"),
    "p/skills/c/deep/SKILL.md": skillMd("c"),
    "p/skills/SKILL.md": skillMd("p"),
  });
  const roots = scanRoots(
    springAiAlibaba.roots({}, {}),
    { project: `${at}/p`, home: `${at}/h` },
    springAiAlibaba,
  );
  const agent = await springAiAlibaba.open(worldOf(roots));
  expect(agent.catalog.map(({ name, path }) => [name, path])).toEqual([
    ["a", `${project}/a`],
    ["b", `${user}/b`],
  ]);
  expect(agent.problems).toEqual([
    { path: `${project}/c`, kind: "skipped", message: "the directory has no SKILL.md" },
  ]);
});

it("loads the user's skills and then the project's, which replace those with the same name", async () => {
  const roots = [
    rootOf(project, { a: skillMd("a"), c: skillMd("c") }),
    rootOf(user, { a: skillMd("a"), b: skillMd("b") }),
  ];
  for (const order of [roots, roots.toReversed()]) {
    const { catalog, problems, trace } = await play(springAiAlibaba, order);
    expect(catalog.map(({ name, scope }) => [name, scope])).toEqual([
      ["a", "project"],
      ["b", "user"],
      ["c", "project"],
    ]);
    expect(problems).toEqual([
      { path: `${user}/a`, kind: "shadowed", message: `the skill "a" in "${project}/a" replaces it` },
    ]);
    expect(traceLines(trace, "head").map((line) => line.split(" ")[1])).toEqual(["a", "b", "a", "c"]);
  }
});

it("ignores a missing skills directory", async () => {
  const missing: SkillRoot = {
    scope: "user",
    path: user,
    missing: true,
    skills: [],
    without: [],
    unread: [],
  };
  const agent = await springAiAlibaba.open(worldOf([rootOf(project, { a: skillMd("a") }), missing]));
  expect([agent.catalog.length, agent.problems]).toEqual([1, []]);
});

it("ignores a file in place of a skills directory", async () => {
  const at = makeTree({ "p/skills": "x", "h/saa/skills/b/SKILL.md": skillMd("b") });
  const agent = await springAiAlibaba.open(
    worldOf(
      scanRoots(springAiAlibaba.roots({}, {}), { project: `${at}/p`, home: `${at}/h` }, springAiAlibaba),
    ),
  );
  expect([agent.catalog.map(({ name }) => name), agent.problems]).toEqual([["b"], []]);
});

it("loads the other skills if one cannot be loaded", async () => {
  const agent = await springAiAlibaba.open(
    worldOf([
      {
        ...rootOf(project, { bad: "x", gone: {}, good: skillMd("good") }),
        unread: [{ path: `${project}/no`, reason: "permission denied" }],
      },
    ]),
  );
  expect(agent.catalog.map(({ name }) => name)).toEqual(["good"]);
  expect(agent.problems.map(({ path, message }) => [path, message])).toEqual([
    [`${project}/no`, "permission denied"],
    [`${project}/bad`, 'SKILL.md does not begin with "---" or has no second "---"'],
    [`${project}/gone`, "cannot read SKILL.md: no such file or directory"],
  ]);
});

it.each([
  ["---\nname: a\ndescription: b\n...\n", 'SKILL.md does not begin with "---" or has no second "---"'],
  ["\ufeff---\nname: a\ndescription: b\n---\n", 'SKILL.md does not begin with "---" or has no second "---"'],
  ["------\n", "frontmatter is empty or not a map"],
  ["---\n- name\n---\n", "frontmatter is empty or not a map"],
  [
    "---\nname: a\ndescription: b: c\n---\n",
    "frontmatter is not valid YAML: mapping values are not allowed here",
  ],
  ["---\ndescription: b\n---\n", 'the field "name" is missing'],
  ["---\nname:\ndescription: b\n---\n", 'the field "name" is missing'],
  ['---\nname: ""\ndescription: b\n---\n', "name is empty"],
  ["---\nname: a\n---\n", 'the field "description" is missing'],
  ['---\nname: a\ndescription: ""\n---\n', "description is empty"],
  ["---\nname: 123\ndescription: b\n---\n", "name must be a string, not int"],
  ["---\nname: on\ndescription: b\n---\n", "name must be a string, not bool"],
  ["---\nname: a\ndescription: 2024-01-01\n---\n", "description must be a string, not date"],
  ["---\nname: a\ndescription: [b]\n---\n", "description must be a string, not list"],
])("skips %j", async (text, message) => {
  expect(await problemsOf(text)).toEqual([["skipped", message]]);
});

it.each([
  ["x".repeat(65), "name has 65 characters (maximum 64)"],
  ["My Skill", 'name "My Skill" must be lower-case letters and digits joined by single hyphens'],
  ["a--b", 'name "a--b" must be lower-case letters and digits joined by single hyphens'],
  ["-a", 'name "-a" must be lower-case letters and digits joined by single hyphens'],
  ["b", 'name "b" does not match its directory "a"'],
])("warns about the name %j and loads the skill", async (name, message) => {
  const { catalog, problems } = await springAiAlibaba.open(worldOf([rootOf(project, { a: skillMd(name) })]));
  expect([catalog.map((entry) => entry.name), problems]).toEqual([
    [name],
    [{ path: `${project}/a`, kind: "warned", message }],
  ]);
});

it("truncates a description at 1,024 UTF-16 units with a warning, even within a character", async () => {
  const text = (description: string): string => `---\nname: a\ndescription: ${description}\n---\n`;
  const { catalog, problems } = await springAiAlibaba.open(
    worldOf([rootOf(project, { a: text(`x${"😀".repeat(512)}`) })]),
  );
  expect(catalog[0]?.description).toBe(`x${"😀".repeat(511)}\ud83d`);
  expect(problems).toEqual([
    {
      path: `${project}/a`,
      kind: "warned",
      message: "description has 1025 characters and is truncated at 1024",
    },
  ]);
  expect(await problemsOf(text("x".repeat(1024)))).toEqual([]);
});

it("ends the frontmatter at the next three hyphens, even within a value", async () => {
  const roots = [rootOf(project, { a: "---\nname: a\ndescription: Builds things --- fast\n---\nBody.\n" })];
  const { catalog } = await springAiAlibaba.open(worldOf(roots));
  expect(catalog[0]?.description).toBe("Builds things");
  expect(await answersTo(roots, read("a"))).toEqual(["fast\n---\nBody."]);
});

it("returns the body without its frontmatter and surrounding whitespace", async () => {
  const texts = {
    lf: "---\nname: lf\ndescription: b\n---\n\n# Title\n\nStep.\n\n",
    crlf: "---\r\nname: crlf\r\ndescription: b\r\n---\r\nOne\r\nTwo\r\n",
    four: "---\nname: four\ndescription: b\n----\nBody",
    none: "---\nname: none\ndescription: b\n---",
    nbsp: "---\nname: nbsp\ndescription: b\n--- \n\u00a0x",
  };
  const roots = [rootOf(project, texts)];
  expect(await answersTo(roots, read("lf"), read("crlf"), read("four"), read("none"), read("nbsp"))).toEqual([
    "# Title\n\nStep.",
    "One\r\nTwo",
    "-\nBody",
    "",
    "\u00a0x",
  ]);
});

it("lists the user's and the project's skills in sections, sorted by name, with absolute directories", async () => {
  const [request] = await requestsOf(
    [
      rootOf(project, { q: withTools("q", "x: 1"), p: withTools("p", "x: 1") }),
      rootOf(user, { u: withTools("u", "x: 1") }),
    ],
    [],
  );
  const prompt = request?.messages[0]?.content ?? "";
  const at = (path: string): string =>
    `  → Supporting files that skill uses (scripts, references, etc.) are located at directory \`${path}\`, use this path to form the absolute path when reading supporting files.`;
  expect(prompt).toContain(
    `### Available Skills\n\n**User Skills:**\n- **u**: Of u.${at(`${user}/u`)} \n\n**Project Skills:**\n- **p**: Of p.${at(`${project}/p`)}\n- **q**: Of q.${at(`${project}/q`)}\n\n`,
  );
  expect(prompt.match(/^#+ .*$/gm)).toEqual([
    "## Skills System",
    "### Available Skills",
    "### How to Use Skills (Progressive Disclosure)",
    "#### How to Read The Full Skill Instruction",
    "#### When to Use Skills",
    "#### Skills are Self-Documenting",
    "#### Executing Skill Scripts",
    "### Example Workflow",
  ]);
  expect(prompt).toContain("`read_skill`");
});

it("omits a section without skills", async () => {
  const [request] = await requestsOf([rootOf(project, { p: skillMd("p") })], []);
  expect(request?.messages[0]?.content).not.toContain("**User Skills:**");
});

it("adds the skills after the agent's prompt and an empty line", async () => {
  const [request] = await requestsOf([rootOf(project, { a: skillMd("a") })], [], {
    settings: { systemPrompt: "You are Ada." },
  });
  expect(request?.messages[0]?.content).toMatch(/^You are Ada\.\n\n## Skills System\n/);
});

it("does not change the request without skills", async () => {
  const [bare] = await requestsOf([rootOf(project, {})], []);
  const [own] = await requestsOf([rootOf(project, {})], [], { settings: { systemPrompt: "You are Ada." } });
  expect([bare?.messages.map(({ role }) => role), own?.messages[0]?.content]).toEqual([
    ["user"],
    "You are Ada.",
  ]);
});

it("reads only names and descriptions at the start, and one body on read_skill", async () => {
  const log: string[] = [];
  const long = skillMd("b", "x".repeat(3000));
  const { messages } = await play(
    springAiAlibaba,
    [rootOf(project, { a: skillMd("a"), b: long }, { wrap: (source) => countReads(source, log) })],
    { replies: [read("b")] },
  );
  expect(log).toEqual([
    "a/SKILL.md [0, 87)",
    "b/SKILL.md [0, 1024)",
    // Checks the encoding of the whole file, and keeps nothing of it.
    "b/SKILL.md [0, 3080)",
    "b/SKILL.md [0, 3080)",
  ]);
  expect(messages[0]?.content).not.toContain("xxx");
});

it("offers read_skill, search_skills and disable_skill to the model", async () => {
  const [request] = await requestsOf([rootOf(project, { a: skillMd("a") })], []);
  expect(
    request?.tools.map(({ name, parameters }) => [name, Object.keys(Object(parameters["properties"]))]),
  ).toEqual([
    ["read_skill", ["skill_name", "skill_path"]],
    ["search_skills", ["query"]],
    ["disable_skill", ["skill_name", "skill_path"]],
    ["shell", ["command", "restart"]],
  ]);
});

it("reads a skill by its name, by any form of its path, or by both if they agree", async () => {
  const roots = [rootOf(project, { a: skillMd("a", "Body of a."), b: skillMd("b") })];
  const answers = await answersTo(
    roots,
    call("read_skill", { skill_name: " a " }),
    call("read_skill", { skill_path: `${project}/a/` }),
    call("read_skill", { skill_path: "skills/./b/../a" }),
    call("read_skill", { skill_name: "a", skill_path: `${project}/a` }),
  );
  expect(answers).toEqual(["Body of a.", "Body of a.", "Body of a.", "Body of a."]);
});

it.each([
  [{}, "Error: Either skill_name or skill_path is required"],
  [{ skill_name: " " }, "Error: Either skill_name or skill_path is required"],
  [{ skill_name: "nope" }, "Error: Skill not found: nope"],
  [{ skill_path: "/nope" }, "Error: Skill not found: /nope"],
  [{ skill_name: "a", skill_path: "/nope" }, "Error: Skill not found: /nope"],
  [
    { skill_name: "a", skill_path: `${project}/b` },
    "Error: skill_name and skill_path must refer to the same skill",
  ],
])("answers read_skill(%j) with an error, and continues", async (args, words) => {
  const result = await play(springAiAlibaba, [rootOf(project, { a: skillMd("a"), b: skillMd("b") })], {
    replies: [call("read_skill", args)],
  });
  expect([lastWords(result), result.stop, traceLines(result.trace, "refuse")]).toEqual([
    words,
    "answered",
    [`refuse ${words}`],
  ]);
});

it("answers with an error if a SKILL.md has become unreadable, and continues", async () => {
  const files = { "SKILL.md": Uint8Array.of(0xff) };
  const result = await play(
    springAiAlibaba,
    [
      rootOf(
        project,
        { a: files },
        { wrap: (source) => ({ ...source, readHead: () => new TextEncoder().encode(skillMd("a")) }) },
      ),
    ],
    { replies: [read("a")] },
  );
  expect([lastWords(result), result.stop]).toEqual([
    'Error reading skill file: "SKILL.md" is not UTF-8 text (1 bytes)',
    "answered",
  ]);
});

it("searches names, descriptions and paths without regard to case, closest names first", async () => {
  const describe = (name: string, description: string): string =>
    `---\nname: ${name}\ndescription: ${description}\nallowed_tools: [one, two]\n---\n`;
  const roots = [
    rootOf(project, {
      "a-pdf": describe("a-pdf", "Fills forms."),
      pdf: describe("pdf", "Reads."),
      "pdf-fill": describe("pdf-fill", "Fills."),
      z: describe("z", "For PDF files."),
      other: describe("other", "None."),
    }),
    rootOf("/home/user/pdf/skills", { y: describe("y", "None.") }),
  ];
  const [found] = await answersTo(roots, call("search_skills", { query: " PDF " }));
  expect(found?.split("\n")).toEqual([
    `- name=pdf | description=Reads. | skill_path=${project}/pdf | source=project | allowed_tools=[one, two]`,
    `- name=pdf-fill | description=Fills. | skill_path=${project}/pdf-fill | source=project | allowed_tools=[one, two]`,
    `- name=a-pdf | description=Fills forms. | skill_path=${project}/a-pdf | source=project | allowed_tools=[one, two]`,
    "- name=y | description=None. | skill_path=/home/user/pdf/skills/y | source=user | allowed_tools=[one, two]",
    `- name=z | description=For PDF files. | skill_path=${project}/z | source=project | allowed_tools=[one, two]`,
  ]);
});

it("finds all skills for an empty query, and reports if it finds none", async () => {
  const roots = [rootOf(project, { a: skillMd("a"), b: skillMd("b") })];
  const answers = await answersTo(
    roots,
    call("search_skills"),
    call("search_skills", { query: "  " }),
    call("search_skills", { query: "nothing" }),
  );
  expect(answers.map((answer) => answer.match(/^- name=\w+/gm) ?? answer)).toEqual([
    ["- name=a", "- name=b"],
    ["- name=a", "- name=b"],
    "No skills found.",
  ]);
});

it("disables a skill in lists, searches and reads without deleting it", async () => {
  const model = sayInTurn(
    call("disable_skill", { skill_name: "a" }),
    read("a"),
    call("read_skill", { skill_path: `${project}/a` }),
    call("search_skills"),
    run(`cat ${project}/a/notes.md`),
  );
  const roots = [rootOf(project, { a: { "SKILL.md": skillMd("a"), "notes.md": "Kept." }, b: skillMd("b") })];
  const { messages, catalog } = await runSession({
    system: springAiAlibaba,
    model,
    world: worldOf(roots),
    prompt: "Do it.",
    budget: { turns: 9, toolCalls: 9, scriptRuns: 1 },
  });
  const answers = messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
  expect(answers.slice(0, 3)).toEqual([
    "Skill disabled in current registry: a",
    "Error: Skill not found: a",
    `Error: Skill not found: ${project}/a`,
  ]);
  expect(answers.slice(3)).toEqual([expect.stringMatching(/^- name=b [^\n]*$/), "Kept."]);
  expect(model.seen.map(({ messages: [prompt] }) => prompt?.content.includes("- **a**:"))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(catalog.map(({ name }) => name)).toEqual(["b"]);
});

it("reports a skill that is already disabled or unknown", async () => {
  const disable = (args: Readonly<Record<string, string>>): ModelReply => call("disable_skill", args);
  const roots = [rootOf(project, { a: skillMd("a"), b: skillMd("b") })];
  expect(
    await answersTo(
      roots,
      disable({}),
      disable({ skill_name: "a", skill_path: `${project}/b` }),
      disable({ skill_path: `${project}/a` }),
      disable({ skill_name: "a" }),
      disable({ skill_path: `${project}/a` }),
      disable({ skill_name: "nope" }),
    ),
  ).toEqual([
    "Error: Either skill_name or skill_path is required",
    "Error: skill_name and skill_path must refer to the same skill",
    `Skill disabled in current registry: ${project}/a`,
    "Skill already disabled in current registry: a",
    "Error: Skill not found or already disabled",
    "Error: Skill not found or already disabled",
  ]);
});

it("adds the tools of each skill to the request after it was read, over three prompts", async () => {
  const roots = [
    rootOf(project, {
      "pdf-extractor": withTools("pdf-extractor", "allowed_tools: [extract_pdf]"),
      "data-processor": withTools("data-processor", "allowed_tools:\n  - process_data\n  - extract_pdf"),
    }),
  ];
  const replies = [
    read("pdf-extractor"),
    { text: "Read." },
    call("extract_pdf"),
    read("data-processor"),
    { text: "Extracted." },
    call("extract_pdf"),
    call("process_data"),
    { text: "Processed." },
  ];
  const hostTools = [tool("extract_pdf"), tool("process_data")];
  expect(await joinedTools(roots, replies, { hostTools }, ["All of it.", "And now process it."])).toEqual([
    [],
    ["extract_pdf"],
    ["extract_pdf"],
    ["extract_pdf"],
    ["extract_pdf", "process_data"],
    ["extract_pdf", "process_data"],
    ["extract_pdf", "process_data"],
    ["extract_pdf", "process_data"],
  ]);
  const { messages, trace } = await play(springAiAlibaba, roots, {
    replies,
    world: { hostTools },
    followUps: ["All of it.", "And now process it."],
  });
  expect(
    messages.flatMap(({ role, content }) => (role === "tool" && content.endsWith("called") ? [content] : [])),
  ).toEqual(["extract_pdf was called", "extract_pdf was called", "process_data was called"]);
  expect(traceLines(trace, "activate")).toEqual([
    'activate pdf-extractor SKILL.md [0, 96) adds from the next request on: "extract_pdf"',
    'activate data-processor SKILL.md [0, 117) adds from the next request on: "process_data"',
  ]);
});

it("has no tool of a skill until the reply after it was read", async () => {
  const roots = [rootOf(project, { a: withTools("a", "allowed_tools: [one]") })];
  const both: ModelReply = {
    calls: [
      { name: "read_skill", arguments: { skill_name: "a" } },
      { name: "one", arguments: {} },
    ],
  };
  const { messages } = await play(springAiAlibaba, roots, {
    replies: [call("one"), both, call("one")],
    world: { hostTools: [tool("one")] },
  });
  const none = 'unknown tool "one"; the tools are "read_skill", "search_skills", "disable_skill" and "shell"';
  expect(messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []))).toEqual([
    none,
    "Use it.",
    none,
    "one was called",
  ]);
});

it("adds the tools of a skill's group before its allowed tools, each once", async () => {
  const roots = [
    rootOf(project, {
      a: withTools("a", "allowed_tools: [named, grouped, read_skill, absent]"),
      b: withTools("b", "allowed_tools: [named]"),
    }),
  ];
  const hostTools = [
    tool("named"),
    tool("grouped", "a"),
    tool("of-b", "b"),
    { ...tool("own"), always: true as const },
    tool("free"),
    tool("of-none", "none"),
  ];
  expect(await joinedTools(roots, [read("a"), read("a"), read("b")], { hostTools })).toEqual([
    ["own"],
    ["own", "grouped", "named"],
    ["own", "grouped", "named"],
    ["own", "grouped", "named", "of-b"],
  ]);
});

it.each([
  ["allowed_tools: [one, ' two ', '', 3]", ["one", "two"]],
  ["allowedTools: [one]", ["one"]],
  ["allowed_tools: []\nallowedTools: [one]", []],
  ["allowed_tools:\nallowedTools: [one]", []],
  ["allowed_tools: one", ["one"]],
  ["allowed_tools: one two", []],
  ["allowed_tools: one, two", []],
  ["allowed_tools: {one: two}", []],
  ["allowed_tools: !!set {one, two}", ["one", "two"]],
  ["allowed-tools: [one]", []],
  ["x: 1", []],
])("reads the allowed tools %j as %j", async (line, names) => {
  const requests = await joinedTools([rootOf(project, { a: withTools("a", line) })], [read("a")], {
    hostTools: [tool("one", "x"), tool("two", "x")],
  });
  expect(requests.at(-1)).toEqual(names);
});

it("adds the tools of a skill that is read by its path, but none if reading is refused", async () => {
  const roots = [rootOf(project, { a: withTools("a", "allowed_tools: [one]"), b: skillMd("b") })];
  const replies = [
    call("read_skill", { skill_name: "b", skill_path: `${project}/a` }),
    call("read_skill", { skill_path: `${project}/a` }),
  ];
  expect(await joinedTools(roots, replies, { hostTools: [tool("one")] })).toEqual([[], [], ["one"]]);
});

it("removes the tools of a disabled skill, and all tools when no skill remains", async () => {
  const roots = [
    rootOf(project, { a: withTools("a", "allowed_tools: [one]"), b: withTools("b", "allowed_tools: [two]") }),
  ];
  const disable = (name: string): ModelReply => call("disable_skill", { skill_name: name });
  expect(
    await joinedTools(roots, [read("a"), read("b"), disable("a"), disable("b")], {
      hostTools: [tool("one"), tool("two")],
    }),
  ).toEqual([[], ["one"], ["one", "two"], ["two"], []]);
});

it("reloads the skills before a request; disabled and read skills stay so", async () => {
  const root = rootOf(project, { a: withTools("a", "allowed_tools: [one]"), b: skillMd("b") });
  const world = worldOf([root], { hostTools: [tool("one"), tool("two")] });
  const agent = await springAiAlibaba.open(world);
  await agent.say("Do it.");
  await agent.take({
    calls: [
      { name: "read_skill", arguments: { skill_name: "a" } },
      { name: "disable_skill", arguments: { skill_name: "b" } },
    ],
  });
  await agent.reload?.([
    rootOf(project, { a: withTools("a", "allowed_tools: [two]"), b: skillMd("b"), c: skillMd("c") }),
  ]);
  world.tracer.nextTurn();
  expect(agent.catalog.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(toolNames(agent.request())).toEqual([...ownTools, "two"]);
});

it("reads references and runs scripts from any directory of the skill by absolute paths in a shell", async () => {
  const skill = { "SKILL.md": skillMd("a"), "reference.txt": "Words.", "custom-scripts/extract.sh": "echo" };
  const { messages, trace } = await play(springAiAlibaba, [rootOf(project, { a: skill })], {
    replies: [
      read("a"),
      run(`cat ${project}/a/reference.txt`),
      run(`bash ${project}/a/custom-scripts/extract.sh 'a b'`),
      run(`ls ${project}/a`),
    ],
  });
  expect(messages.flatMap(({ role, content }) => (role === "tool" ? [content] : [])).slice(1)).toEqual([
    "Words.",
    "custom-scripts/extract.sh a b",
    "SKILL.md\ncustom-scripts\nreference.txt",
  ]);
  expect(traceLines(trace, "resource", "script", "list")).toEqual([
    "resource a reference.txt [0, 6)",
    "script a custom-scripts/extract.sh answered",
    "list a",
  ]);
});

it("loads no other file of a skill with its instructions", async () => {
  const log: string[] = [];
  const skill = { "SKILL.md": skillMd("a", "Read reference.txt.\n"), "reference.txt": "Words." };
  await play(
    springAiAlibaba,
    [rootOf(project, { a: skill }, { wrap: (source) => countReads(source, log) })],
    { replies: [read("a")] },
  );
  expect(log.filter((line) => !line.startsWith("a/SKILL.md"))).toEqual([]);
});

it("does not find a file by a path relative to the skill, because the working directory is unknown", async () => {
  const skill = { "SKILL.md": skillMd("a"), "reference.txt": "Words." };
  expect(
    await answersTo(
      [rootOf(project, { a: skill })],
      read("a"),
      run("cat reference.txt"),
      run("cat ./reference.txt"),
      run(`cat ${project}/a/reference.txt`),
    ),
  ).toEqual([
    "Do it.",
    "exited with 1\ncat: reference.txt: No such file or directory",
    "exited with 1\ncat: ./reference.txt: No such file or directory",
    "Words.",
  ]);
});

it("plays a whole shell over the files of skills and of the project, and refuses all others", async () => {
  const { trace } = await play(
    springAiAlibaba,
    [rootOf(project, { a: { "SKILL.md": skillMd("a"), "x.sh": "" } })],
    {
      replies: [
        run("rm -rf /"),
        run(`cat ${project}/a/x.sh | sh`),
        run(`cat ${project}/a/../../.env`),
        run("bash /etc/x.sh"),
        run(`bash ${project}/a/y.sh`),
      ],
    },
  );
  expect(traceLines(trace, "refuse", "script", "resource").map((line) => line.split(",")[0])).toEqual([
    'refuse "/" is not simulated; the harness refused it',
    "resource a x.sh [0",
    'refuse .env "/project/.env" does not exist',
    'refuse "/etc/x.sh" is not simulated; the harness refused it',
    `refuse a y.sh "${project}/a/y.sh" does not exist; did you mean "x.sh"?`,
  ]);
});

it("asks before running a script, but not before reading a file", async () => {
  const skill = { "SKILL.md": skillMd("a"), "x.sh": "", "notes.md": "Notes." };
  const { trace } = await play(springAiAlibaba, [rootOf(project, { a: skill })], {
    replies: [run(`cat ${project}/a/notes.md`), run(`bash ${project}/a/x.sh`)],
    world: { policy: { approval: "ci" } },
  });
  expect(traceLines(trace, "refuse", "script", "resource")).toEqual([
    "resource a notes.md [0, 6)",
    `refuse run the script "${project}/a/x.sh": needs approval, but this run cannot ask for it`,
  ]);
});

it("follows references through three skills, and accesses the files of each by absolute paths", async () => {
  const roots = [
    rootOf(project, {
      a: { "SKILL.md": skillMd("a", "Use the skill b.\n"), "a.txt": "A" },
      c: { "SKILL.md": skillMd("c", "Run scripts/run.sh.\n"), "scripts/run.sh": "" },
    }),
    rootOf(user, { b: { "SKILL.md": skillMd("b", "Use the skill c.\n"), "references/b.txt": "B" } }),
  ];
  const { messages, trace } = await play(springAiAlibaba, roots, {
    replies: [
      read("a"),
      read("b"),
      read("c"),
      run(`bash ${project}/c/scripts/run.sh`),
      run(`cat ${user}/b/references/b.txt`),
      run(`cat ${project}/a/a.txt`),
    ],
  });
  expect(traceLines(trace, "activate", "resource", "script", "refuse")).toEqual([
    "activate a SKILL.md [0, 97)",
    "activate b SKILL.md [0, 97)",
    "activate c SKILL.md [0, 100)",
    "script c scripts/run.sh answered",
    "resource b references/b.txt [0, 1)",
    "resource a a.txt [0, 1)",
  ]);
  for (const path of [`${project}/a`, `${user}/b`, `${project}/c`])
    expect(messages[0]?.content).toContain(`are located at directory \`${path}\``);
});

it("expresses a model's intentions in its protocol", async () => {
  const world = worldOf([rootOf(project, { a: { "SKILL.md": skillMd("a"), "re f.md": "R", "x.py": "" } })]);
  const agent = await springAiAlibaba.open(world);
  const [entry] = agent.catalog;
  if (!entry) throw new Error("there is one");
  await agent.say("Do it.");
  const { speak } = springAiAlibaba;
  for (const reply of [speak.activate(entry), speak.read(entry, "re f.md"), speak.run(entry, "x.py", ["$x"])])
    await agent.take(reply);
  expect([await agent.take(speak.finish("Done.")), agent.answer]).toEqual(["done", "Done."]);
  expect(traceLines(world.tracer.events, "activate", "resource", "script", "refuse")).toEqual([
    "activate a SKILL.md [0, 87)",
    "resource a re f.md [0, 1)",
    "script a x.py answered",
  ]);
});

it("explains skills in about as many words and tokens as the program", async () => {
  const [request] = await requestsOf([rootOf(project, { a: skillMd("a") })], []);
  const prompt = request?.messages[0]?.content ?? "";
  const list = prompt.slice(prompt.indexOf("**Project Skills:**"), prompt.indexOf("### How to Use Skills"));
  const text = prompt.replace(list, "");
  // The text of the document without its two placeholders: 382 words, 514 tokens of o200k_base.
  const words = text.split(/\s+/).filter((word) => word !== "").length;
  const tokens = (await loadExactCounter()).count(text);
  expect(Math.abs(words - 382) / 382).toBeLessThan(0.1);
  expect(Math.abs(tokens - 514) / 514).toBeLessThan(0.1);
});
