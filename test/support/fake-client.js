// A client with the protocol of Claude Code: reads skills of the project and the home directory, and asks its model.
// node fake-client.js BEHAVIOR …: "works", or what it does wrong with every skill but the control.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";

const [behavior = "works", ...words] = process.argv.slice(2);
const control = "skillwright-control";

if (words.includes("--version")) {
  console.log(behavior === "newer" ? "99.1.0 (Fake)" : "2.1.332 (Fake)");
  process.exit();
}
if (behavior === "crashes") {
  console.error("no license");
  process.exit(3);
}
if (behavior === "hangs") setInterval(() => {}, 1000);
else await main();

async function main() {
  const { HOME = "", ANTHROPIC_API_KEY, SECRET_KEY } = process.env;
  if (behavior === "checks-environment" && (SECRET_KEY || ANTHROPIC_API_KEY !== "x" || !existsSync(HOME)))
    process.exit(9);
  if (behavior.startsWith("connects-to-") && (await reaches(Number(behavior.slice(12))))) process.exit(7);
  const found = (behavior === "prefers-project" ? [process.cwd(), HOME] : [HOME, process.cwd()]).flatMap((base) => readSkills(base));
  if (behavior === "reads-agents") found.push(...readSkills(process.cwd(), ".agents/skills"));
  const skills = found.filter(({ name }, at) => found.findIndex((other) => other.name === name) === at);
  const wrong = skills.some(({ name }) => name !== control);
  if (behavior === "crashes-on-skill" && wrong) {
    console.error("cannot parse the skill");
    process.exit(4);
  }
  const shown = skills.filter(
    ({ name }) => behavior !== "silent" && (behavior !== "drops" || name === control),
  );
  if (behavior === "invents" && wrong) shown.push({ ...skills[0], name: "invented" });
  const hasTool = behavior !== "offers-no-tool" || shown.some(({ name }) => name === control);
  const lines = shown.map(({ name, description }) => `- ${name}: ${listed(name, description)}`);
  const text = `The following skills are available for use with the Skill tool:\n\n- own: One of its own.\n${lines.join("\n")}\n\nToday`;
  await converse(text, skills, hasTool ? ["Skill", "Read"] : ["Read"]);
}

/** @param {string} base @param {string} below */
function readSkills(base, below = ".claude/skills") {
  const root = path.join(base, below);
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((name) => {
    const directory = path.join(root, name);
    if (!existsSync(path.join(directory, "SKILL.md"))) return [];
    const file = readFileSync(path.join(directory, "SKILL.md"), "utf8");
    const [, frontmatter = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(file) ?? [];
    const description = /^description: (.*)$/m.exec(frontmatter)?.[1] ?? "";
    return [{ name, directory, description, body }];
  });
}

/** @param {string} name @param {string} description */
function listed(name, description) {
  return behavior === "shortens" && name !== control ? `${description.slice(0, 20)}…` : description;
}

/** @param {string} text @param {ReturnType<typeof readSkills>} skills @param {readonly string[]} tools */
async function converse(text, skills, tools) {
  const messages = [{ role: "user", content: [{ type: "text", text }] }];
  for (;;) {
    const response = await fetch(`${process.env["ANTHROPIC_BASE_URL"]}/v1/messages`, {
      method: "POST",
      body: JSON.stringify({ model: "fake", messages, tools: tools.map((name) => ({ name })) }),
    });
    const { content } = await response.json();
    const [block] = content;
    if (block.type !== "tool_use") return;
    const results = block.name === "Skill" ? activate(block.input.skill, skills) : read(block.input.file_path);
    const [first = "", ...rest] = results;
    const more = rest.map((text) => ({ type: "text", text }));
    messages.push(
      { role: "assistant", content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: block.id, content: first }, ...more] },
    );
  }
}

/** @param {string} name @param {ReturnType<typeof readSkills>} skills @returns {string[]} */
function activate(name, skills) {
  const skill = skills.find((each) => each.name === name);
  const isWrong = name !== control;
  if (!skill || (behavior === "refuses" && isWrong)) return [`Unknown skill: ${name}`];
  if (behavior === "stops-at-activation" && isWrong) process.exit(5);
  const { directory, body } = skill;
  const cut = behavior === "cuts" && isWrong ? body.trim().slice(0, 30) : body.trimStart();
  const changed = behavior === "changes" && isWrong ? cut.replace("second", "last") : cut;
  return [`Launching skill: ${name}`, `Base directory for this skill: ${directory}\n\n${changed}`];
}

/** @param {string} file @returns {string[]} */
function read(file) {
  if (behavior === "reads-no-files" && !file.includes(control)) return ["File is outside of the project."];
  const lines = readFileSync(file, "utf8").split("\n");
  return [lines.map((line, at) => `${at + 1}\t${line}`).join("\n")];
}

/** @param {number} port @returns {Promise<boolean>} */
function reaches(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true));
    socket.on("error", () => resolve(false));
  });
}
