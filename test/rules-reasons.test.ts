import { expect, it } from "vitest";
import { loadSkill } from "../src/lint/load-skill.ts";
import { validators } from "../src/generated/validators.ts";
import type { Reason, RefusalReason } from "../src/model/validator.ts";
import { reasonsOf } from "../src/model/rule.ts";
import type { Skill } from "../src/model/skill.ts";
import { openMemory } from "../src/model/memory-source.ts";
import { skillRules } from "../src/rules/lists/skill-rules.ts";

/** Which rule speaks when a client refuses a skill in which we see no fault. "crash" is left to target-answer. */
const speakers = {
  "angle-brackets": "angle-brackets",
  "byte-order-mark": "byte-order-mark",
  "compatibility-length": "compatibility-format",
  "compatibility-type": "field-type",
  "control-character": "control-characters",
  crash: undefined,
  "description-empty": "description-required",
  "description-length": "description-length",
  "description-missing": "description-required",
  "description-type": "field-type",
  "duplicate-key": "frontmatter-duplicate-field",
  encoding: "skill-file-encoding",
  "fence-close": "frontmatter-fence",
  "fence-line": "frontmatter-dashes",
  "fence-open": "frontmatter-fence",
  "file-missing": "skill-file",
  "file-name": "skill-file",
  "name-case": "name-format",
  "name-characters": "name-format",
  "name-directory": "name-matches-directory",
  "name-empty": "name-required",
  "name-hyphens": "name-format",
  "name-length": "name-length",
  "name-missing": "name-required",
  "name-reserved": "name-reserved-word",
  "name-type": "field-type",
  "not-a-mapping": "frontmatter-mapping",
  "too-large": "skill-file-size",
  "unknown-field": "unknown-field",
  unreadable: "skill-file",
  "yaml-feature": "frontmatter-yaml-features",
  "yaml-flow": "frontmatter-flow",
  "yaml-indentation": "frontmatter-indentation",
  "yaml-syntax": "frontmatter-yaml",
} as const satisfies Record<RefusalReason, string | undefined>;

const sound = loadSkill(
  openMemory("pdf-forms", {
    "SKILL.md": "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\n# PDF forms\n",
  }),
  validators,
).skill;

it("is silent about a sound skill", () => {
  expect(speakersOf(sound)).toEqual([]);
});

it.each(Object.entries(speakers))("speaks for a client that refuses for %s alone", (reason, speaker) => {
  const refusals = [{ reason, message: "its own words" }];
  expect(
    speakersOf({
      ...sound,
      validatorRefusals: [
        { validator: "skills-ref", refusals: refusals as { reason: RefusalReason; message: string }[] },
      ],
    }),
  ).toEqual(speaker === undefined ? [] : [[speaker, reason]]);
});

function speakersOf(skill: Skill): readonly (readonly [string, Reason | undefined])[] {
  return skillRules.flatMap(({ meta, check }) =>
    Array.from(check({ subject: skill }), (finding) => [meta.id, reasonsOf(finding)[0]] as const),
  );
}
