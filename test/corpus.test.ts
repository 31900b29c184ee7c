import path from "node:path";
import { describe, expect, it } from "vitest";
import { once } from "../src/core/once.ts";
import { claudeApi } from "../src/targets/validators/claude-api.ts";
import { skillsRef } from "../src/targets/validators/skills-ref.ts";
import { readLines, type ConformanceCase } from "./support/cases.ts";
import { validatorInput } from "./support/validator-input.ts";
import { compareWithReference } from "./support/reference-answers.ts";
import { corpusFile, unpackSkills } from "./support/unpack-skills.ts";

interface Recorded {
  /** The skill's directory, inside the archive. */
  readonly skill: string;
  readonly reference: ConformanceCase["reference"];
  readonly quickValidate: ConformanceCase["quickValidate"];
}

describe("over the corpus", () => {
  const rows = once(() => readLines<Recorded>(corpusFile("reference.jsonl")));
  const root = unpackSkills();

  it("gives the same results as the reference", () => {
    const differences = rows().flatMap(({ skill, reference }) =>
      compareWithReference(root(), skill, reference, "{CORPUS}").map((difference) => ({
        skill,
        ...difference,
      })),
    );
    expect(differences).toEqual([]);
    console.log(`skills-ref: ${rows().length} of ${rows().length} skills as recorded`);
  });

  it("models the verdict of each client", () => {
    const wrong = rows().filter(({ skill, reference, quickValidate }) => {
      const input = validatorInput(path.join(root(), skill));
      const words = claudeApi
        .judge(input)
        .filter(
          ({ reason, message }) => reason !== "name-reserved" && !message.startsWith("The folder name "),
        );
      const isValid = "valid" in quickValidate && quickValidate.valid;
      return skillsRef.judge(input).length !== reference.validate?.length || isValid !== (words.length === 0);
    });
    expect(wrong.map(({ skill }) => skill)).toEqual([]);
  });
});
