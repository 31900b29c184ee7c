import { action, download, installedSchema, repository, schemaUrl } from "../model/address.ts";
import { starterSteps } from "../model/starter-steps.ts";
import { toQuoted, yamlType } from "../yaml/scalar.ts";

interface SkillWishes {
  readonly name: string;
  /** One line. */
  readonly description: string;
  readonly license?: string;
  readonly template: TemplateName;
  readonly evals: boolean;
}

/** The files of a new skill, SKILL.md first; paths are from its directory. */
export function skillFiles(wishes: SkillWishes): readonly StarterFile[] {
  const template = templates[wishes.template];
  const scenario = template.scenario ? [scenarioFile(wishes)] : [];
  const evals = wishes.evals || template.evals ? [evalsFile(wishes.name, wishes.description)] : [];
  return [
    plainFile("SKILL.md", `${frontmatter(wishes)}\n${body(wishes.name)}${template.section}`),
    ...template.files,
    ...scenario,
    ...evals,
  ];
}

/** The description is always quoted: otherwise a colon added later would break the skill. */
function frontmatter({ name, description, license }: SkillWishes): string {
  const fields = [
    `name: ${scalar(name)}`,
    `description: ${toQuoted(description)}`,
    ...(license === undefined ? [] : [`license: ${scalar(license)}`]),
  ];
  return `---\n${fields.join("\n")}\n---\n`;
}

function scalar(text: string): string {
  return /^[A-Za-z0-9][\w.+-]*$/.test(text) && yamlType(text) === undefined ? text : toQuoted(text);
}

/** Text that fits any skill, until the author replaces it. */
function body(name: string): string {
  return `# ${name}

${starterSteps}`;
}

/** A file of a new skill or project. */
export interface StarterFile {
  /** Relative to the directory in which the file is created, with "/". */
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
}

function plainFile(path: string, text: string): StarterFile {
  return { path, text, executable: false };
}

/**
 * Evals in the form of https://agentskills.io/skill-creation/evaluating-skills; they expect what the steps in SKILL.md
 * ask for. The first prompt repeats the description's words, so that `skills test` can check without a model that they
 * activate the skill.
 */
function evalsFile(name: string, description: string): StarterFile {
  const evals = [
    {
      id: 1,
      prompt: `${firstSentence(description)} Do that for the file that I have just added, and write the result to a new one.`,
      expected_output:
        "The task of the skill is done for the file that was added last, and the result is in a new file.",
      assertions: [`The agent uses the ${name} skill.`, "The answer names the file that was written."],
    },
    {
      id: 2,
      prompt: `Do with these files what the ${name} skill is for; one of them is empty and can be left out.`,
      expected_output: "The task of the skill is done for every file that is not empty.",
      assertions: ["The answer says which file was left out."],
    },
    {
      id: 3,
      prompt: `Before you change anything: which of my files would the ${name} skill touch, and what would it make of them?`,
      expected_output: "A list of the files and what is planned for each; no file is changed.",
      assertions: ["No file has changed.", "The answer names at least one file, or says that there is none."],
    },
  ];
  return plainFile("evals/evals.json", `${JSON.stringify({ skill_name: name, evals }, null, 2)}\n`);
}

/** A first scenario. The prompt repeats the description's words, as a user's prompt would. */
function scenarioFile({ name, description }: SkillWishes): StarterFile {
  const named = scalar(name);
  return plainFile(
    "tests/activates.scenario.yaml",
    `${schemaLine(schemaUrl("scenario"))}# What an agent does with this skill; run it with: npx skillwright test
# How to write scenarios: docs/scenarios.md in the package skillwright
prompt: ${toQuoted(firstSentence(description))}
steps:
  - activate: ${named}
  - finish: Done.
expect:
  announced: [${named}]
  order: [{activate: ${named}}, {answer: Done.}]
  nothing-else: true
`,
  );
}

function firstSentence(text: string): string {
  const [first = text] = text.split(/(?<=[.!?。！？])\s*/u);
  return /[.!?。！？]$/u.test(first) ? first : `${first}.`;
}

export type TemplateName = "minimal" | "scripts" | "references" | "evals" | "scenario";

interface Template {
  /** For the help: what the template adds to SKILL.md. */
  readonly about: string;
  /** The section of SKILL.md that describes the template's files, after the steps; may be empty. */
  readonly section: string;
  readonly files: readonly StarterFile[];
  /** Whether it always includes evals. */
  readonly evals?: true;
  /** Whether it includes a scenario. */
  readonly scenario?: true;
}

export const templateNames: readonly TemplateName[] = [
  "minimal",
  "scripts",
  "references",
  "evals",
  "scenario",
];

/** Never prompts, as an agent cannot answer, and needs only Python's standard library. */
const script = `#!/usr/bin/env python3
"""Measure text files without showing their content."""

import argparse
import json
import sys
from pathlib import Path


def measure(path: Path) -> dict:
    data = path.read_bytes()
    return {"path": str(path), "bytes": len(data), "lines": len(data.splitlines())}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE", help="a file to measure")
    arguments = parser.parse_args()
    failed = False
    for path in arguments.paths:
        try:
            print(json.dumps(measure(path)))
        except OSError as error:
            print(f"{path}: {error.strerror}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
`;

const scriptSection = `
## Size of files

\`scripts/measure_files.py\` prints one line of JSON per file, with \`path\`, \`bytes\` and \`lines\`. It needs only Python 3, and exits with status 1 if a file cannot be read:

\`\`\`bash
python3 scripts/measure_files.py notes.txt
\`\`\`

Read a file of more than 2,000 lines in parts.
`;

const reference = `# Unclear requests

| What is unclear | What to do |
|---|---|
| Which file is meant | List the candidates, and let the user choose. |
| Whether a file may be changed | Write the result to a new file next to it. |
| Which format the result should have | Use the format of the input. |
| Two of the user's wishes contradict each other | Name both, and ask which one is more important. |
`;

const referenceSection = `
## Unclear requests

Read [references/unclear-requests.md](references/unclear-requests.md) when the request does not say what to work on, or what the result should look like.
`;

export const templates: Readonly<Record<TemplateName, Template>> = {
  minimal: { about: "only SKILL.md", section: "", files: [] },
  scripts: {
    about: "a script that the agent runs",
    section: scriptSection,
    files: [{ path: "scripts/measure_files.py", text: script, executable: true }],
  },
  references: {
    about: "a page that the agent reads when needed",
    section: referenceSection,
    files: [plainFile("references/unclear-requests.md", reference)],
  },
  evals: {
    about: "evals/evals.json with prompts and expected results",
    section: "",
    files: [],
    evals: true,
  },
  scenario: {
    about: "tests/activates.scenario.yaml, a first test of agents",
    section: "",
    files: [],
    scenario: true,
  },
};

/** The baseline that `skills init --ci` creates. */
export const baselineFile = "skills.baseline.json";

/**
 * A config that changes no setting but the clients and the baseline; its first comment lets editors complete and
 * validate it.
 */
export function configFile(
  isInstalled: boolean,
  hasBaseline: boolean,
  clients: readonly string[] | undefined,
): StarterFile {
  const schema = isInstalled ? installedSchema("config") : schemaUrl("config");
  const baseline = hasBaseline
    ? `# Findings that do not count; to remove fixed ones: npx skillwright lint --write-baseline ${baselineFile}\nbaseline: ${baselineFile}\n`
    : "";
  return plainFile(
    "skills.config.yaml",
    `${schemaLine(schema)}# To print the settings and their sources: npx skillwright lint --print-config\nextends: recommended\n${programs(clients)}${baseline}`,
  );
}

/** Both keys, as one is easily taken for the other; a comment where it keeps its default. */
function programs(clients: readonly string[] | undefined): string {
  const chosen = clients ? `clients: [${clients.map(scalar).join(", ")}]` : "# clients: [common]";
  return `# Who must accept the skills: a refusal is an error.\n# targets: [spec]\n# Where the skills must load: a loss is a warning.\n${chosen}\n`;
}

/** The findings of the project, which do not count from then on. */
export function baselineOf(text: string): StarterFile {
  return plainFile(baselineFile, text);
}

/** A comment for editors; empty if the schema has no address. */
function schemaLine(schema: string | undefined): string {
  return schema === undefined ? "" : `# yaml-language-server: $schema=${schema}\n`;
}

/** The action needs two commits to find the skills that a pull request changes, and only read permission. */
export const workflowFile: StarterFile = plainFile(
  ".github/workflows/skills.yml",
  `name: skills
on:
  pull_request:
  merge_group:
  push:
    branches: [main, master]
permissions:
  contents: read
jobs:
  skills:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 2
          persist-credentials: false
${repository === undefined ? "      # Replace OWNER with the account that publishes the action.\n" : ""}      - uses: ${action}
`,
);

/** A job to add to .gitlab-ci.yml, which usually has others: it cannot be created as a file. */
export const gitlabJob = `skills:
  image: node:24
  variables:
    GIT_DEPTH: 0
  script:
    # Dangers are judged under the settings of the default branch.
    - ${download} check --settings-from origin/$CI_DEFAULT_BRANCH --output gitlab=code-quality.json
  artifacts:
    when: always
    reports:
      codequality: code-quality.json
`;
