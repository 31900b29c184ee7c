import { describe, expect, it } from "vitest";
import type { Activation, ListedSkill, Reading } from "../src/real/client.ts";
import { realClients } from "../src/generated/real-clients.ts";
import type { Call, ModelRequest } from "../src/real/types.ts";
import { clients } from "../src/generated/clients.ts";

/** Parts of requests as the released clients send them, around our own skills. */
interface Sent {
  readonly catalog: string;
  readonly listed: readonly ListedSkill[];
  readonly activation: string;
  readonly opened: string;
  readonly call: Call;
  /** The catalog is the description of this tool. */
  readonly tool?: string;
  /** SKILL.md is read like a file. */
  readonly isFile?: true;
}

const body = "# Plots\n\n1. Draw.";
const file = "# Notes\n\n\tThe end.";
const base = "/tmp/p/skills/plots";
const path = `${base}/SKILL.md`;
const located = `<available_skills>\n  <skill>\n    <name>plots</name>\n    <description>Draws &lt;plots&gt;.</description>\n    <location>${path}</location>\n  </skill>\n</available_skills>`;
const inElements = { name: "plots", description: "Draws &lt;plots&gt;.", path };
const asIs = { name: "plots", description: "Draws <plots>." };
const openLike: Sent = {
  catalog: located,
  listed: [inElements],
  activation: `<skill_content name="plots">\n# Skill: plots\n\n${body}\n\nBase directory for this skill: ${base}\nRelative paths are relative to it.\n\n<skill_files>\n</skill_files>\n</skill_content>`,
  opened: `<path>a</path>\n<content>\n1: # Notes\n2: \n3: \tThe end.\n\n(End of file - total 3 lines)\n</content>`,
  call: { tool: "skill", input: { name: "plots" } },
};

const sent: Readonly<Record<string, Sent>> = {
  "claude-code": {
    catalog:
      "The following skills are available for use with the Skill tool:\n\n- plots (Plots): Draws plots: bars.\n- alone\n\nToday",
    listed: [{ name: "plots", title: "Plots", description: "Draws plots: bars." }, { name: "alone" }],
    activation: `Launching skill: plotsBase directory for this skill: ${base}\n\n${body}`,
    opened: "1\t# Notes\n2\t\n3\t\tThe end.",
    call: { tool: "Skill", input: { skill: "plots" } },
  },
  codex: {
    catalog: `<skills_instructions>\n### Skill roots\n- \`r1\` = \`/tmp/p/skills\`\n### Available skills\n- plots: Draws <plots>. (file: r1/plots/SKILL.md)\n</skills_instructions>`,
    listed: [{ ...asIs, path }],
    activation: `Chunk ID: 1\nProcess exited with code 0\nOutput:\n${body}`,
    opened: `Chunk ID: 2\nProcess exited with code 0\nOutput:\n${file}`,
    call: { tool: "exec_command", input: { cmd: `cat ${path}` } },
    isFile: true,
  },
  "copilot-cli": {
    catalog: `<available_skills>\n<skill>\n  <name>plots</name>\n  <description>Draws &lt;plots&gt;.</description>\n  <location>project</location>\n</skill>\nAdditional skills available (invoke by name): alone\n</available_skills>`,
    listed: [{ name: "plots", description: "Draws &lt;plots&gt;." }, { name: "alone" }],
    activation: `<skill-context name="plots">\nBase directory for this skill: ${base}\n\nRelated files (use view tool to read):\n  - ${base}/a.md\n\n${body}\n</skill-context>`,
    opened: file,
    call: { tool: "skill", input: { skill: "plots" } },
  },
  "gemini-cli": {
    catalog: located,
    listed: [inElements],
    activation: `<activated_skill name="plots">\n  <instructions>\n    ${body}\n  </instructions>\n\n  <available_resources>\n  </available_resources>`,
    opened: file,
    call: { tool: "activate_skill", input: { name: "plots" } },
  },
  opencode: openLike,
  kilo: openLike,
  cline: {
    catalog: "Executes a skill. Available skills: plots, alone.",
    listed: [{ name: "plots" }, { name: "alone" }],
    activation: `<command-name>plots</command-name>\n<command-instructions>\nDescription: Draws <plots>.\n\n${body}\n</command-instructions>`,
    opened: JSON.stringify([{ query: "a", result: "1 | # Notes\n2 | \n3 | \tThe end.", success: true }]),
    call: { tool: "skills", input: { skill: "plots" } },
    tool: "skills",
  },
  continue: {
    catalog:
      "Reads a skill:\n\nname: plots\ndescription: Draws <plots>.\n,\nname: b\ndescription: Two\nlines.\n",
    listed: [asIs, { name: "b", description: "Two\nlines." }],
    activation: `<skill_name>plots</skill_name>\n<skill_content>${body}</skill_content>\n<skill_files></skill_files>`,
    opened: `Content of /a.md:\n${file}`,
    call: { tool: "Skills", input: { skill_name: "plots" } },
    tool: "Skills",
  },
  "factory-droid": {
    catalog:
      "<system-reminder>\nAvailable skills (invoke by exact name when its description matches):\nplots: Draws <plots>.\nalone\n</system-reminder>",
    listed: [asIs, { name: "alone" }],
    activation: `Skill "plots" is now active.\n\n<skill name="plots" filePath="${path}">\n${body}</skill>`,
    opened: file,
    call: { tool: "Skill", input: { skill: "plots" } },
  },
  pi: {
    catalog: located,
    listed: [inElements],
    activation: body,
    opened: file,
    call: { tool: "read", input: { path } },
    isFile: true,
  },
  "qwen-code": {
    catalog:
      "<available_skills>\n<skill>\n<name>\nplots\n</name>\n<description>\nDraws &lt;plots&gt;. (project)\n</description>\n<location>\nproject\n</location>\n</skill>\n</available_skills>",
    listed: [{ name: "plots", description: "Draws &lt;plots&gt;." }],
    activation: `Base directory for this skill: ${base}\nImportant: resolve paths.\n\n${body}`,
    opened: file,
    call: { tool: "skill", input: { skill: "plots" } },
  },
};

function request(tools: ReadonlyMap<string, string>, messages: readonly object[]): ModelRequest {
  return { path: "/v1/chat/completions", body: JSON.stringify({ messages }), tools };
}

describe.each(realClients)("$id", (client) => {
  const { catalog, listed, activation, opened, call, tool, isFile } = sent[client.id]!;
  const tools = new Map(client.tools.map((name) => [name, name === tool ? catalog : ""]));
  const first = request(tools, [{ role: "user", content: tool ? "hi" : catalog }]);
  const answered = (content: string) => request(tools, [{ role: "tool", content }]);

  it("has a record of the same id", () => {
    const record = clients.find(({ id }) => id === client.id)!;
    expect(record.versions.some(({ variant }) => variant === client.variant)).toBe(true);
  });

  it("is started with the address of the model and no key", () => {
    const { words, env = {}, files = {} } = client.start({ url: "http://m", home: "/h", cache: "/c" });
    const all = JSON.stringify([words, env, files]);
    expect(all).toContain("http://m");
    expect(
      Object.entries(env).filter(([name, value]) => /KEY/.test(name) && !/^(?:fk-)?x$/.test(value)),
    ).toEqual([]);
    expect(Object.keys(files).filter((name) => name.startsWith("/") || name.includes(".."))).toEqual([]);
  });

  it("lists the skills of a request", () => {
    expect(client.list(first)).toEqual(listed);
    const none = new Map(client.tools.map((name) => [name, ""]));
    expect(client.list(request(none, []))).toEqual([]);
  });

  it("activates a skill and reads the answer", () => {
    expect(client.activate(listed[0]!, first)).toEqual(call);
    const expected = isFile ? { part: "file" } : { part: "body" };
    const found: Activation = client.readActivation(answered(activation));
    expect(found).toMatchObject({ text: body, ...expected });
    expect("base" in found ? found.base : base).toBe(base);
  });

  it("recognizes a refusal of the activation", () => {
    // The model of pi reads SKILL.md with the tool for files.
    const refusal = client.id === "pi" ? "ENOENT: no such file or directory" : "no such skill";
    expect(client.readActivation(answered(refusal))).toEqual({ refusal });
  });

  it("opens a file and reads the answer", () => {
    expect(JSON.stringify(client.open("/tmp/p/a.md", first))).toContain("/tmp/p/a.md");
    const read: Reading = client.readOpened(answered(opened));
    expect("text" in read ? read.text.trimEnd() : read.refusal).toBe(file);
  });
});
