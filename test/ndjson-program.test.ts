import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("../dist/bin/skills.cjs", import.meta.url));

const document =
  "---\nname: pdf\ndescription: Reads PDF files. Use it when a PDF is given.\n---\n\nRead it.\n";
const skill = (id: string) =>
  JSON.stringify({ id, name: "pdf", files: [{ path: "SKILL.md", text: document }] });

function answersIn(stdout: string) {
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

it("answers the same with several threads as with one, in order", () => {
  const input = Array.from({ length: 60 }, (_, at) => (at % 7 === 3 ? `bad ${at}` : skill(`s${at}`))).join(
    "\n",
  );
  const run = (jobs: string) =>
    spawnSync(process.execPath, [program, "check", "--stdin-ndjson", "--no-config", "--jobs", jobs], {
      input,
      encoding: "utf8",
    });
  const one = run("1");
  expect([one.status, one.stderr]).toEqual([2, ""]);
  expect(answersIn(one.stdout).map(({ line }) => line)).toEqual(
    Array.from({ length: 60 }, (_, at) => at + 1),
  );
  expect(run("3").stdout).toBe(one.stdout);
});

it("gives up a skill that takes too long, and answers the next in a new thread", () => {
  const args = [program, "lint", "--stdin-ndjson", "--no-config", "--skill-seconds", "0.0001"];
  const { status, stdout } = spawnSync(process.execPath, args, {
    input: `${skill("a")}\n${skill("b")}\n`,
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(answersIn(stdout).map(({ line, id, outcome, error }) => [line, id, outcome, error])).toEqual(
    ["a", "b"].map((id, at) => [
      at + 1,
      id,
      2,
      { code: "too-slow", message: "the skill took longer than 0.0001 seconds" },
    ]),
  );
});

it("answers a line before the next is written", async () => {
  const child = spawn(process.execPath, [program, "lint", "--stdin-ndjson", "--no-config", "--jobs", "2"]);
  const answers: string[] = [];
  child.stdin.write(`${skill("a")}\n`);
  for await (const text of child.stdout.setEncoding("utf8")) {
    answers.push(...String(text).split("\n").slice(0, -1));
    if (answers.length === 1) child.stdin.write(`${skill("b")}\n`);
    else child.stdin.end();
  }
  expect(answers.map((line) => JSON.parse(line).id)).toEqual(["a", "b"]);
});
