import { expect, it } from "vitest";
import { inspect } from "../src/api/inspect/inspect.ts";
import { lint } from "../src/api/lint/lint.ts";
import { makeTree, skillMd } from "./support/tree.ts";

const manifest = JSON.stringify({
  _type: "https://in-toto.io/Statement/v1",
  predicateType: "https://model_signing/signature/v1.0",
});
const records = {
  "a/skill.manifest.json": manifest,
  "a/skill.oms.sig": manifest,
  "a/skills.lock.json": "{}",
};

async function seen(body: string) {
  const cwd = makeTree({ "a/SKILL.md": skillMd("a", body), ...records });
  const { skills } = await inspect({ paths: ["."], cwd });
  const { report } = await lint({ paths: ["."], cwd, security: true });
  const { tokens, inventory } = skills[0]!;
  return {
    files: tokens.files > 0,
    hosts: inventory.hosts.facts.map(({ name }) => name),
    rules: report.subjects[0]!.findings.map(({ ruleId }) => ruleId),
  };
}

it("takes what was written beside an installed skill for no text of it", async () => {
  expect(await seen("Do it.\n")).toEqual({ files: false, hosts: [], rules: [] });
});

it("reads such a file as any other where the skill leads to it", async () => {
  expect(await seen("Read [it](skill.manifest.json).\n")).toMatchObject({
    files: true,
    hosts: ["in-toto.io"],
  });
});
