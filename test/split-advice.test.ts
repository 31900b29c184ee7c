import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { splitAdvice } from "../src/report/formats/text-finding.ts";
import { fixturesRoot } from "./support/fixtures.ts";

it("splits a message into the problem and what to do about it", () => {
  expect(splitAdvice('"README.md" is not for agents; leave it out of the skill')).toEqual({
    problem: '"README.md" is not for agents',
    advice: "leave it out of the skill",
  });
  expect(splitAdvice("tags is a list; Mux does not load it; write a string; use commas").advice).toBe(
    "write a string; use commas",
  );
});

it("leaves a message whole that says nothing to do, and what is quoted", () => {
  for (const message of [
    '"a.md" does not exist',
    '"a.md" does not exist; did you mean "b.md"?',
    "body is long; section Setup has 2,000 tokens",
    'name "x; write y" is not lower-case',
    "command `a; remove b` is not pinned",
    "the value ends; write",
  ])
    expect(splitAdvice(message)).toEqual({ problem: message });
});

/** The words after a semicolon in messages that continue the problem. */
const continues =
  /^(?:did you|[A-Z]|the |at |only |section |skills-ref |it |one |font-size|\d|if |support |clients need )/;

it("knows the verb of every advice in the rules' cases", () => {
  const files = readdirSync(path.join(fixturesRoot, "rules"), { recursive: true, encoding: "utf8" });
  const messages = files
    .filter((file) => path.basename(file) === "expected.txt")
    .flatMap((file) => readFileSync(path.join(fixturesRoot, "rules", file), "utf8").split("\n"))
    .filter((line) => line !== "");
  const unknown = messages.flatMap((message) => {
    const { problem } = splitAdvice(message);
    const [, rest = ""] = /; (?=[^"`]*(?:["`][^"`]*["`][^"`]*)*$)(.*)$/.exec(problem) ?? [];
    return rest === "" || continues.test(rest) ? [] : [rest];
  });
  expect(messages.length).toBeGreaterThan(300);
  expect(unknown).toEqual([]);
});
