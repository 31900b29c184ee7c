import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { splitArguments } from "../src/api/run/model-choice.ts";
import { skills } from "../src/cli/router.ts";
import { runMain } from "../src/cli/run-process.ts";
import type { SessionResult } from "../src/model/agent.ts";
import { systemIds } from "../src/model/agent.ts";
import { type Surroundings, runSkills } from "./support/io.ts";
import { traceLines } from "./support/harness.ts";
import { needs } from "./support/needs.ts";
import { schemaOf } from "./support/schema.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const matches = schemaOf("report");

const songs = skillMd("songs").replace(
  /description: .*/,
  "description: Finds songs by their lyrics. Use when a song is looked for.",
);
const forms = {
  "SKILL.md": skillMd("forms", "Read [the guide](references/guide.md).\n"),
  "references/guide.md": "Guide.\n",
  "scripts/fill.py": "print('filled')\n",
};

/** A project with two skills below a directory. */
function project(root: string, more: Readonly<Record<string, string>> = {}): string {
  const placed = Object.entries(forms).map(([file, text]) => [`${root}/forms/${file}`, text] as const);
  return makeTree({ ...Object.fromEntries(placed), [`${root}/songs/SKILL.md`]: songs, ...more });
}

const run = (cwd: string, args: readonly string[], more: Surroundings = {}) =>
  runSkills(["run", ...args], { cwd, env: { HOME: path.join(cwd, "home") }, ...more });

async function sessionOf(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly session: SessionResult }> {
  const { code, stdout, stderr } = await run(cwd, [...args, "--format", "json"]);
  if (stdout === "") throw new Error(stderr);
  const report: { readonly data: SessionResult } = JSON.parse(stdout);
  const isValid: boolean = matches(report);
  expect(isValid ? [] : matches.errors).toEqual([]);
  return { code, session: report.data };
}

const roots = {
  agentskills: ".agents/skills",
  agio: "skills",
  "react-actions": ".agent/skills",
  "spring-ai-alibaba": "skills",
  harness9: "skills",
} as const;

it("reads the user's files from the working directory, and changes them in memory only", async () => {
  const steps = [
    "prompt: Count.",
    "steps:",
    "  - {call: shell, arguments: {command: wc -l < input.csv > count.txt; cat count.txt; rm input.csv}}",
    "  - {call: shell, arguments: {command: ls}}",
    "  - finish: Two.",
    "expect: {answer: {contains: Two}}",
  ].join("\n");
  const cwd = project("skills", { "input.csv": "a\nb\n", "count.scenario.yaml": steps });
  const { code, session } = await sessionOf(
    cwd,
    "Count.",
    "--system",
    "spring-ai-alibaba",
    "--model",
    "scripted:count.scenario.yaml",
  );
  expect(code).toBe(0);
  const answers = session.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
  expect(answers).toEqual(["2", "count.scenario.yaml\ncount.txt\nskills"]);
  expect(traceLines(session.trace, "resource", "write").map((line) => line.split(" [")[0])).toEqual([
    "resource input.csv",
    "write count.txt",
    "write input.csv removed",
  ]);
  expect(readdirSync(cwd).toSorted()).toEqual(["count.scenario.yaml", "input.csv", "skills"]);
});

it.each(Object.entries(roots))("runs %s with the skills that it finds", async (client, root) => {
  const { code, session } = await sessionOf(
    project(root),
    "Please fill in the PDF forms",
    "--system",
    client,
    "--yes",
  );
  expect({ code, stop: session.stop, catalog: session.catalog.map(({ name }) => name) }).toEqual({
    code: 0,
    stop: "answered",
    catalog: ["forms", "songs"],
  });
  expect(traceLines(session.trace, "activate", "resource").map((line) => line.replace(/ \[.*/, ""))).toEqual([
    "activate forms SKILL.md",
    "resource forms references/guide.md",
  ]);
});

it("shows events as they happen, in 80 columns, and the answer", async () => {
  const { code, stdout } = await run(project(".agents/skills"), ["Please fill in the PDF forms"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^agentskills, model lexical\n\n {2}0 {2}head {6}forms\/SKILL\.md, /);
  expect(stdout).toContain("  1  activate  activate_skill, forms/SKILL.md, ");
  expect(stdout).toContain(
    "\nUsed forms and requested references/guide.md.\n\nanswered after 3 turns: 2 skills announced, 1 activated and 1 file read\n",
  );
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect((await run(project(".agents/skills"), ["Please fill in the PDF forms", "--quiet"])).stdout).toBe(
    "Used forms and requested references/guide.md.\n",
  );
});

it("searches only the given directories, and escapes untrusted control characters", async () => {
  const cwd = makeTree({
    "own/bad/SKILL.md": skillMd("bad", "See \u001b[31mred\u202e.\n").replace("forms.", "\\x1b forms \u202e."),
    ".agents/skills/songs/SKILL.md": songs,
  });
  const { stdout } = await run(cwd, ["/bad \u001b[2J", "--root", "own"]);
  expect(stdout).toContain("1 skill announced");
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
});

it("plays the steps of a scenario with its recorded scripts", async () => {
  const scenario = `prompt: unused\nsteps: [{activate: forms}, {run: scripts/fill.py}, {finish: "In C:\\\\new\\nFilled."}]\nscripts: [{skill: forms, file: scripts/fill.py, stdout: recorded}]\nexpect: {activated: [forms]}\n`;
  const cwd = project("skills", { "fill.scenario.yaml": scenario });
  const { code, session } = await sessionOf(
    cwd,
    "Fill it.",
    "--system",
    "harness9",
    "--model",
    "scripted:fill.scenario.yaml",
    "--yes",
  );
  expect({ code, answer: session.answer }).toEqual({ code: 0, answer: "In C:\\new\nFilled." });
  expect(
    (
      await run(cwd, [
        "Fill it.",
        "--system",
        "harness9",
        "--model",
        "scripted:fill.scenario.yaml",
        "--yes",
        "--quiet",
      ])
    ).stdout,
  ).toBe("In C:\\new\nFilled.\n");
  expect(session.messages.some(({ content }) => content.includes("recorded"))).toBe(true);
});

it("replays a session, and fails if it would differ", async () => {
  const cwd = project("skills");
  writeFileSync(
    path.join(cwd, "before.json"),
    (await run(cwd, ["Please fill in the PDF forms", "--system", "agio", "--yes", "--format", "json"]))
      .stdout,
  );
  const again = await sessionOf(
    cwd,
    "Please fill in the PDF forms",
    "--system",
    "agio",
    "--yes",
    "--model",
    "replay:before.json",
  );
  expect({ code: again.code, model: again.session.model, stop: again.session.stop }).toEqual({
    code: 0,
    model: "replay",
    stop: "answered",
  });
  writeFileSync(path.join(cwd, "skills/forms/references/guide.md"), "Another guide.\n");
  expect(
    (
      await run(cwd, [
        "Please fill in the PDF forms",
        "--system",
        "agio",
        "--yes",
        "--model",
        "replay:before.json",
      ])
    ).code,
  ).toBe(2);
});

it("refuses to replay the record of a run with another prompt or agent", async () => {
  const cwd = project("skills");
  const audited = await run(cwd, ["Please fill in the PDF forms", "--system", "agio", "--yes", "--audit"]);
  const record = /run recorded in (.*)\n/.exec(audited.stderr)?.[1] ?? "";
  const replay = (prompt: string, client: string) =>
    run(cwd, [prompt, "--system", client, "--yes", "--model", `replay:${record}`]);
  expect(await replay("Please fill in the PDF forms", "agio")).toMatchObject({ code: 0 });
  expect(await replay("Please burn it", "agio")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'skills: the recording is of another session: its prompt is "Please fill in the PDF forms", not "Please burn it"\n',
  });
  expect((await replay("Please fill in the PDF forms", "harness9")).stderr).toBe(
    'skills: the recording is of another session: it is of the agent "agio", not "harness9"\n',
  );
});

it("records a session that replays only with its own prompt, tools and system prompt", async () => {
  const cwd = project("skills", { "mine.json": "{}" });
  const prompt = "Please fill in the PDF forms";
  const record = (...args: readonly string[]) => run(cwd, [prompt, "--system", "agio", "--yes", ...args]);
  const recorded = await record("--record", "it.json");
  expect(recorded).toMatchObject({ code: 0, stderr: "skills: recorded in it.json\n" });
  expect(schemaOf("model-recording")(JSON.parse(readFileSync(path.join(cwd, "it.json"), "utf8")))).toBe(true);
  const again = await record("--model", "replay:it.json");
  expect(again).toMatchObject({
    code: 0,
    stdout: recorded.stdout
      .replace("model lexical", "model replay:it.json")
      .replace(/\nThe lexical model only compares words.*\n/, ""),
  });
  expect(await record("--record", "mine.json")).toMatchObject({
    code: 2,
    stderr: 'skills: --record "mine.json" would overwrite a file that is no recording\n',
  });
  const failed = await record("--model", "command:no-such-program", "--record", "failed.json");
  expect(failed).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("not recorded, as the model failed"),
  });
  expect(existsSync(path.join(cwd, "failed.json"))).toBe(false);
  writeFileSync(path.join(cwd, "skills/songs/SKILL.md"), songs.replace("lyrics", "tunes"));
  const other = await record("--model", "replay:it.json");
  expect(other.code).toBe(2);
  expect(other.stdout).toMatch(/turn 1 differs from the\s+recording: /);
});

it("uses a program of the user as the model, and exits with 2 if it fails", async () => {
  needs("python3");
  const agent = `import json, sys
for line in sys.stdin:
    said = json.loads(line)
    print(json.dumps({"type": "ready", "protocol": 1} if said.get("type") == "hello" else {"type": "reply", "text": "Hello from Python."}), flush=True)
`;
  const cwd = project("skills", { "an agent.py": agent });
  const { stdout, code, stderr } = await run(
    cwd,
    ["Hello", "--system", "harness9", "--model", "command:python3 'an agent.py'", "--quiet"],
    { env: process.env },
  );
  expect({ stdout, code, stderr }).toEqual({ stdout: "Hello from Python.\n", code: 0, stderr: "" });
  expect((await run(cwd, ["Hello", "--model", "command:python3 -c pass"], { env: process.env })).code).toBe(
    2,
  );
});

it("exits with 1 if there is no answer", async () => {
  const cwd = project(".agents/skills");
  expect(await sessionOf(cwd, "Please fill in the PDF forms", "--max-turns", "1")).toMatchObject({
    code: 1,
    session: { stop: "turns" },
  });
});

it("reports on standard error why there is no answer with --quiet", async () => {
  const cwd = project(".agents/skills", { "mine.json": "no" });
  expect(await run(cwd, ["Please fill in the PDF forms", "--quiet", "--max-turns", "1"])).toEqual({
    code: 1,
    stdout: "",
    stderr: "skills: ended without an answer: turn limit reached\n",
  });
  expect(
    await run(cwd, ["Hello", "--quiet", "--model", "command:no-such-program"], { env: process.env }),
  ).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'skills: ended without an answer: the model failed: expected a line of JSON from "no-such-program", but it cannot be started (ENOENT)\n',
  });
  expect((await run(cwd, ["Hello", "--quiet", "--settings", "mine.json"])).stderr).toBe(
    "skills: mine.json is not valid JSON\n",
  );
});

it("refuses actions that need approval without a terminal, with the command to approve them, and asks at a terminal", async () => {
  const scenario = `prompt: unused\nsteps: [{activate: forms}, {run: scripts/fill.py}, {finish: Done.}]\nscripts: [{skill: forms, file: scripts/fill.py, stdout: recorded}]\nsettings: {execution: {require_approval_for: [run_script]}}\nexpect: {activated: [forms]}\n`;
  const cwd = project(".agent/skills", { "fill.scenario.yaml": scenario });
  const args = ["Fill it's form", "--system", "react-actions", "--model", "scripted:fill.scenario.yaml"];
  const refused = await sessionOf(cwd, ...args);
  expect(traceLines(refused.session.trace, "refuse")[0]).toContain(
    "skills run --yes 'Fill it'\\''s form' --system react-actions --model scripted:fill.scenario.yaml",
  );
  expect([refused.code, refused.session.stop]).toEqual([1, "needs-approval"]);
  expect(await interactively(cwd, args, "y")).toContain("approve? [y/N] ");
  expect((await sessionOf(cwd, ...args, "--yes")).session.trace.some(({ kind }) => kind === "approve")).toBe(
    true,
  );
});

it("suggests a command that repeats the whole run when it is pasted into a shell", async () => {
  const steps = `prompt: unused\nsteps: [{activate: forms}, {run: scripts/fill.py}, {finish: Done.}]\nscripts: [{skill: forms, file: scripts/fill.py, stdout: recorded}]\nexpect: {activated: [forms]}\n`;
  const settings = JSON.stringify({ execution: { require_approval_for: ["run_script"] } });
  const cwd = project("here/skills", { "fill.scenario.yaml": steps, "my settings.json": settings });
  const prompt = `Fill it's "form":\n\tall ${"of it ".repeat(60)}\u202e`;
  const { code, stderr } = await run(cwd, [
    ...["--system", "react-actions", "--model", "scripted:fill.scenario.yaml", "--root", "here/skills"],
    ...["--settings", "my settings.json", "--max-turns", "7", "--tokens", "estimate", "--no-input"],
    ...["--quiet", "--", prompt],
  ]);
  expect(code).toBe(1);
  const [, command = ""] = /to approve everything, run `(.*)`\n/.exec(stderr) ?? [];
  expect(command).toMatch(/^skills run --yes --system react-actions/);
  const words = execFileSync("bash", ["-c", `skills() { printf '%s\\0' "$@"; }; ${command}`], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  const pasted = words.split("\0").slice(0, -1);
  expect(pasted.at(-1)).toBe(prompt);
  expect(pasted).not.toContain("--no-input");
  const { session } = await sessionOf(cwd, "--yes", ...pasted.slice(2, -2), prompt);
  expect(session.stop).toBe("answered");
  expect(session.trace.find(({ kind }) => kind === "prompt")?.text).toBe(prompt);
  expect(traceLines(session.trace, "script")[0]).toContain("scripts/fill.py");
});

it("sends several prompts one after another, and reports an unknown slash command", async () => {
  const cwd = project("skills");
  const args = ["/nope now", "--then", "Please fill in the PDF forms", "--system", "harness9"];
  const { session } = await sessionOf(cwd, ...args);
  expect(session.trace.flatMap(({ kind, text }) => (kind === "prompt" ? [text] : []))).toEqual([
    "/nope now",
    "Please fill in the PDF forms",
  ]);
  expect(session.stop).toBe("answered");
  const quiet = await run(cwd, [...args, "--quiet"]);
  expect(quiet.code).toBe(0);
  expect(quiet.stdout).not.toBe("");
  expect(quiet.stderr).toBe(
    'skills: "/nope now": skill "nope" does not exist, available skills: forms, songs\n',
  );
  expect(await run(cwd, ["/nope", "--system", "harness9", "--quiet"])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'skills: "/nope": skill "nope" does not exist, available skills: forms, songs\nskills: ended: the prompt left nothing for the model to do\n',
  });
});

it("offers the tools of a file to the model, and reports what is wrong with the file", async () => {
  const cwd = project(".agent/skills", {
    "tools.yaml":
      "- {name: delete_file, description: Deletes a file., answer: deleted}\n- {name: clock, answer: noon}\n",
    "wrong.yaml": "- {nam: a}\n",
    "steps.scenario.yaml": `prompt: unused\nsystems: [react-actions]\nsettings: {execution: {allowed_tools: [delete_file]}}\nsteps: [{activate: forms}, {action: {action: call_tool, skill: {name: forms}, tool: delete_file, arguments: {path: a}}}]\nexpect: {activated: [forms]}\n`,
  });
  const args = ["Go", "--system", "react-actions", "--model", "scripted:steps.scenario.yaml", "--yes"];
  const { session } = await sessionOf(cwd, ...args, "--no-audit", "--tools", "tools.yaml");
  expect(session.messages.find(({ role }) => role === "system")?.content).toContain("clock, with");
  expect(session.messages.at(-2)?.content).toBe("call_tool:\ndeleted");
  expect((await run(cwd, [...args, "--tools", "wrong.yaml"])).stderr).toBe(
    'skills: "wrong.yaml" is not a valid list of tools\nskills: wrong.yaml:1:3: the tool has no "name"\nskills: wrong.yaml:1:4: unknown key "nam" in the tool; did you mean "name"?\n',
  );
});

it("refuses unknown settings of a file at their lines, and values of another type", async () => {
  const settings = '{\n  "skill_dir": ["own"],\n  "system_prompt": 3\n}\n';
  const cwd = project("skills", { "settings.json": settings });
  const { code, stdout, stderr } = await run(cwd, [
    "Hello",
    "--system",
    "agio",
    "--settings",
    "settings.json",
  ]);
  expect([code, stdout, stderr]).toEqual([
    2,
    "",
    [
      'skills: "settings.json" does not contain settings of agio',
      'skills: settings.json:2:3: unknown key "skill_dir" in the settings of agio; did you mean "skill_dirs"?',
      "skills: settings.json:3:20: expected a string, found 3",
      "`skills test --print-settings agio` prints them\n",
    ].join("\n"),
  ]);
  const other = await run(cwd, ["Hello", "--system", "harness9", "--settings", "settings.json"]);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining('settings.json:2:3: unknown key "skill_dir" in the settings of harness9'),
  ]);
});

it("runs an agent whose settings turn skills off, without skills", async () => {
  const cwd = project("skills", { "off.json": '{"enable_skills": false}' });
  const { code, session } = await sessionOf(cwd, "Hello", "--system", "agio", "--settings", "off.json");
  expect([code, session.stop, session.catalog]).toEqual([0, "answered", []]);
  const { stderr } = await run(cwd, ["Hello", "--system", "agio", "--settings", "off.json"]);
  expect(stderr).toBe("skills: the settings of agio turn skills off\n");
});

/** The output if a user types this at a terminal. */
async function interactively(cwd: string, args: readonly string[], typed: string): Promise<string> {
  let written = "";
  const output = { isTTY: false, write: (text: string) => void (written += text) };
  await runMain("skills", skills, ["run", ...args], {
    cwd,
    env: {},
    stdout: output,
    stderr: output,
    readStdin: () => new Uint8Array(),
    readLine: () => typed,
  });
  expect(written).toContain("approved");
  return written;
}

it("saves a record of a run on request, and of every run of react-actions in its project", async () => {
  const cwd = project(".agent/skills", { "skills/a/SKILL.md": skillMd("a") });
  const args = ["Please fill in the PDF forms", "--system", "react-actions", "--yes"];
  await run(cwd, [...args, "--no-audit"]);
  await run(cwd, ["Please fill in the PDF forms", "--system", "harness9"]);
  await run(cwd, [...args, "--root", "skills"]);
  expect(existsSync(path.join(cwd, ".agent/runs"))).toBe(false);
  const { stderr } = await run(cwd, args);
  const [moment] = readdirSync(path.join(cwd, ".agent/runs"));
  expect(stderr).toBe(`skills: run recorded in .agent/runs/${moment}/run.json\n`);
  const validate = schemaOf("run");
  validate(JSON.parse(readFileSync(path.join(cwd, `.agent/runs/${moment}/run.json`), "utf8")));
  expect(validate.errors).toBeNull();
});

it("reads the settings of react-actions from the project, and of other agents from a given file", async () => {
  const cwd = project("own", {
    ".agent/config.json": JSON.stringify({ skill_roots: ["own"] }),
    "settings.json": JSON.stringify({ skill_dirs: ["own"] }),
  });
  expect((await sessionOf(cwd, "Hello", "--system", "react-actions")).session.catalog).toHaveLength(2);
  expect((await run(cwd, ["Hello", "--system", "agio"])).stderr).toMatch(
    /^skills: no skill in scope: agio looked in /,
  );
  expect(
    (await sessionOf(cwd, "Hello", "--system", "agio", "--settings", "settings.json")).session.catalog,
  ).toHaveLength(2);
});

it.each([
  [["--system", "claude"], `system "claude" is not supported; use ${systemIds.toSorted().join(", ")}`],
  [["--model", "gpt"], 'unknown model "gpt"; use "command", "lexical", "replay" or "scripted"'],
  [["--model", "replay"], 'the model "replay" needs an argument; write `replay:FILE`'],
  [["--model", "scripted:nowhere.yaml"], 'there is no "nowhere.yaml"'],
  [["--root", "nowhere"], 'there is no "nowhere"'],
  [["--max-turns", "0"], '--max-turns "0" must be a whole number of 1 or more'],
])("cannot start with %j", async (args, sentence) => {
  expect(await run(project("skills"), ["Hello", ...args])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
});

it("splits a command at spaces outside quotes", () => {
  expect(splitArguments(`python3 -u 'my agent.py' --name="a b" ""`)).toEqual([
    "python3",
    "-u",
    "my agent.py",
    "--name=a b",
    "",
  ]);
});

it("suggests a fix for a missing prompt, no skills and an unclosed quote", async () => {
  const cwd = makeTree({ "skills/songs/SKILL.md": songs });
  const said = async (...args: readonly string[]): Promise<unknown> =>
    (({ code, stderr }) => [code, stderr])(await run(cwd, args));
  expect(await said(" ")).toEqual([2, "skills: the prompt is empty; pass the message for the agent\n"]);
  expect(await said("Find", "songs")).toEqual([
    2,
    "skills: too many arguments: expected 1, got 2\nskills run --help lists its options; quote a prompt that contains spaces\n",
  ]);
  expect(await said("Find songs")).toEqual([
    2,
    'skills: no skill in scope: agentskills looked in ".agents/skills", ".claude/skills", "home/.agents/skills" and "home/.claude/skills"\nskills are in "skills"; add --root skills\n',
  ]);
  expect(await said("Find songs", "--root", "skills")).toEqual([0, ""]);
  expect(await said("Find songs", "--model", "command:python3 'my agent.py")).toEqual([
    2,
    `skills: the command "python3 'my agent.py" has an unclosed quote\n`,
  ]);
});

it("reports how many skills hide themselves from the model", async () => {
  const hidden = songs.replace("\n---\n\n", "\ndisable-model-invocation: true\n---\n\n");
  const { stdout } = await run(
    project(".agents/skills", { ".agents/skills/old/SKILL.md": hidden.replace("name: songs", "name: old") }),
    ["Please fill in the PDF forms"],
  );
  expect(stdout.replace(/\n/g, " ")).toContain(
    "2 skills announced, 1 hidden from the model (disable-model-invocation), 1 activated and 1 file read",
  );
});
