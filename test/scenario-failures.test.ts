import { expect, it } from "vitest";
import { compareOrder, eventsConcerned, nearestText } from "../src/harness/scenario/describe-failure.ts";
import { cpuTime, linearLimit } from "./support/effort.ts";
import { runSkills } from "./support/io.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const tree = (expectations: string, more: Readonly<Record<string, string>> = {}): string =>
  makeTree({
    "skills/forms/SKILL.md": skillMd("forms", "Read [the guide](references/guide.md).\n"),
    "skills/forms/references/guide.md": "Guide.\n",
    "skills/mail/SKILL.md": skillMd("mail"),
    "a.scenario.yaml": `name: fills
prompt: Fill it.
skills: [skills/forms, skills/mail${Object.keys(more)
      .map((file) => `, ${file.slice(0, file.lastIndexOf("/"))}`)
      .join("")}]
steps: [{activate: mail}, {activate: forms}, {read: references/guide.md}, {finish: It is done with the form.}]
expect:
${expectations}`,
    ...more,
  });

async function failure(cwd: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout } = await runSkills(["test", "a.scenario.yaml", ...args], { cwd });
  expect(code).toBe(1);
  return stdout;
}

it("shows an order that was not met beside what happened", async () => {
  const text = await failure(tree("  order: [{activate: forms}, {activate: mail}, {run: a.py}]\n"));
  expect(text).toContain('\n          activate "forms"  activate "forms"\n          activate "mail"   –\n');
  const rows = text.slice(text.indexOf("expected "), text.indexOf("transcript")).split("\n");
  expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual([
    ["expected", "happened"],
    ['activate "mail"'],
    ['activate "forms"', 'activate "forms"'],
    ['activate "mail"', "–"],
    ['run "a.py"', "–"],
    [""],
  ]);
  expect(text).toMatch(/transcript[^]* prompt /);
  expect(text).not.toMatch(/transcript[^]* head /);
});

it("aligns rows by columns, of which a wide character takes two", async () => {
  const text = await failure(tree("  order: [{run: 表.py}, {activate: forms}]\n"));
  expect(text).toContain('\n          run "表.py"       –\n          activate "forms"  –\n');
});

it("keeps the expected and the actual event in one row only if they correspond in order", () => {
  const at = { step: 0, turn: 0 };
  expect(
    compareOrder(
      [{ kind: "activate", skill: "a" }, { kind: "refuse" }],
      [
        { ...at, kind: "prompt", text: "x" },
        { ...at, kind: "refuse", text: "no" },
        { ...at, kind: "activate", skill: "a", file: "SKILL.md" },
        { ...at, kind: "refuse", text: "no" },
      ],
    ),
  ).toEqual([
    ["", 'refuse "no"'],
    ['activate "a"', 'activate "a"'],
    ["refuse", 'refuse "no"'],
  ]);
});

it("marks the events that a failed expectation is about", () => {
  const at = { step: 0, turn: 0 };
  const trace = [
    { ...at, kind: "reply" },
    { ...at, kind: "write", file: "a.md" },
    { ...at, kind: "resource", file: "b.md" },
  ] as const;
  const values = ["a.md"];
  const written = { kind: "set", of: "written", extent: "includes", values } as const;
  expect(eventsConcerned(written, trace)).toEqual([1]);
  expect(eventsConcerned({ kind: "round", round: 1, expectation: written }, trace)).toEqual([1]);
  expect(eventsConcerned({ kind: "most", of: { unit: "bytes" }, limit: 0 }, trace)).toEqual([2]);
});

it("shows the text that is most similar to the missing one", async () => {
  const text = await failure(tree("  conversation: {contains: Read the guide in references}\n"));
  expect(text.replace(/\s+/g, " ")).toContain(
    'the text does not; the nearest is "Read [the guide](references/guide',
  );
  const long = `${"Nothing here. ".repeat(2000)}The quick brown fox jumps over the lazy dog. ${"Nor here. ".repeat(2000)}`;
  expect(nearestText([long], "quick brown dog jumps over the fox")).toBe(
    "The quick brown fox jumps over the",
  );
  expect(nearestText([long], "entirely unrelated sentence about whales")).toBeUndefined();
  expect(nearestText(["alpha reference beta"], "referense")).toBe("reference");
  expect(nearestText([], "")).toBeUndefined();
});

it("finds the nearest text in time that grows with the length only", () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `w${at % 97}`).join(" ");
  const started = cpuTime();
  nearestText([words], Array.from({ length: 2_000 }, (_, at) => `w${at % 89}`).join(" "));
  expect(cpuTime() - started).toBeLessThan(linearLimit);
});

it("shows problems of other skills after the session", async () => {
  const broken = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `odd/s${at}/SKILL.md`,
      `---\nname: s${at}\n---\nNo description.\n`,
    ]),
  );
  const text = await failure(tree("  answer: {contains: all is well}\n", broken));
  const transcript = text.slice(text.indexOf("transcript"));
  expect(transcript.indexOf("activate")).toBeLessThan(transcript.indexOf("problem"));
  expect(transcript.match(/ problem /g)).toHaveLength(3);
  expect(transcript).toMatch(/and \d+ more events/);
  expect(transcript).toContain("It is done with the form.");
});

it("shows what the failure is about, although the session is long", async () => {
  const steps = Array.from({ length: 20 }, () => "{read: references/guide.md, skill: forms}").join(", ");
  const cwd = makeTree({
    "skills/forms/SKILL.md": skillMd("forms"),
    "skills/forms/references/guide.md": "Guide.\n",
    "a.scenario.yaml": `prompt: a\nskills: [skills/forms]\nlimits: {turns: 40}\nsteps: [{activate: forms}, ${steps}, {finish: b}]\nexpect: {activated: []}\n`,
  });
  expect(await failure(cwd)).toMatch(/transcript[^]* activate {2}/);
});

it("shows the event that differs from the recorded trace", async () => {
  const cwd = tree("  stop: answered\n");
  await runSkills(["test", "a.scenario.yaml", "--update"], { cwd });
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${cwd}/skills/forms/SKILL.md`, skillMd("forms", "Read nothing, and more of it.\n"));
  const text = await failure(cwd);
  const [, at] = /trace event (\d+) has/.exec(text) ?? [];
  expect(Number(at)).toBeLessThan(3);
  expect(text).toMatch(/transcript[^]* head [^]*prompt/);
});

it("names each agent once for a check, and says by agent only what differs", async () => {
  const cwd = makeTree({
    "skills/forms/SKILL.md": skillMd("forms", "Read [the guide](references/gide.md).\n"),
  });
  const { stdout } = await runSkills(["test", "--system", "all"], { cwd });
  expect(stdout.match(/FAIL {2}references/g)).toHaveLength(1);
});

it("gives each passing skill one row", async () => {
  const cwd = makeTree({
    "a/SKILL.md": skillMd("a"),
    "b/SKILL.md": skillMd("b"),
    "c/SKILL.md": skillMd("c"),
  });
  const { stdout } = await runSkills(["test"], { cwd });
  expect(stdout).toMatch(/^a: \d+ passed\nb: \d+ passed\nc: \d+ passed\n\n3 skills tested in agentskills: /);
});

it("counts the agents in which something was played", async () => {
  const cwd = tree("  activated: []\n");
  const { stdout } = await runSkills(["test", "a.scenario.yaml", "--system", "agio,harness9"], { cwd });
  expect(stdout).toContain("1 file tested in 2 systems:");
  expect(await failure(cwd)).toContain("1 file tested in agentskills:");
});
