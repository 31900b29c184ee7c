import { expect, it } from "vitest";
import { changedLines, collectRuleExamples } from "../build/explain.js";
import { listRules } from "../src/api/explain.ts";
import type { RulePage } from "../src/model/reports/explain.ts";
import { ruleExamples } from "../src/generated/rule-examples.ts";
import { rulesReadme } from "../src/report/pages/rule-docs.ts";

const examples = collectRuleExamples();

it("generates the page of rules", async () => {
  const pages = listRules().map((meta): RulePage => ({ meta, ...(examples[meta.id] ?? { refusedBy: [] }) }));
  await expect(rulesReadme(pages)).toMatchFileSnapshot("../src/rules/README.md");
});

it("uses the current cases as examples", () => {
  expect(ruleExamples).toEqual(examples);
});

/** Rules of which no case that is not reported is close to one that is: the pages show two files, or more changes. */
const distant =
  "agent-settings-written archive-password body-when-to-use claude-code-value command-unpinned compiled-program config-in-skill credential-path dated-text downloaded-program eicar-text emphasis encoded-command evals-count evals-file-base evals-triggers evals-weak-assertion evaluated-input exfiltration-host fence-unclosed file-name-generic file-name-script frontmatter-hooks frontmatter-indentation generic-advice heading-duplicate hidden-markup home-path install-unpinned metadata-address metadata-installed mining-pool path-backslash persistence placeholder-text raw-ip-address reference-toc remote-code reverse-shell script-dependency-version script-prompt secret-literal stray-document stray-file suppression-reason suppression-unused unreviewed-file";

it("shows what to change: the example that is not reported is the other one with few other lines", () => {
  const pairs = Object.entries(examples).flatMap(([id, { bad, good }]) =>
    bad && good ? [{ id, bad, good }] : [],
  );
  const far = pairs.filter(
    ({ bad, good }) => bad.file !== good.file || changedLines(bad.text, good.text) > 4,
  );
  expect(pairs.length).toBeGreaterThan(150);
  expect(far.map(({ id }) => id)).toEqual(distant.split(" "));
});
