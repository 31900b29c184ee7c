import { plainFile, type StarterFile } from "./starter-file.ts";

export type TemplateName = "minimal" | "scripts" | "references" | "evals";

export interface Template {
  /** For help and questions: what it has beside SKILL.md. */
  readonly about: string;
  /** What SKILL.md says of it, below the steps; empty where there is nothing to say. */
  readonly section: string;
  readonly files: readonly StarterFile[];
  /** It brings evals, whether they are asked for or not. */
  readonly evals?: true;
}

export const templateNames: readonly TemplateName[] = ["minimal", "scripts", "references", "evals"];

/** Prints, and never asks: an agent has nobody at its keyboard. What it needs comes with Python. */
const script = `#!/usr/bin/env python3
"""Tells how large text files are, without showing them."""

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

\`scripts/measure_files.py\` prints a line of JSON for each file it is given, with \`path\`, \`bytes\` and \`lines\`. It needs Python 3 and nothing else, and exits with 1 where a file cannot be read:

\`\`\`bash
python3 scripts/measure_files.py notes.txt
\`\`\`

Read a file of more than 2,000 lines in parts.
`;

const reference = `# Open requests

| What is open | What to do |
|---|---|
| Which file is meant | List the candidates, and let the user choose. |
| Whether a file may be changed | Write the result to a new file beside it. |
| Which form the result has | Take the form of the input. |
| Two of the user's wishes exclude each other | Name both, and ask which one goes first. |
`;

const referenceSection = `
## Open requests

Read [references/open-requests.md](references/open-requests.md) when the request leaves open what to work on, or what the result is to look like.
`;

export const templates: Readonly<Record<TemplateName, Template>> = {
  minimal: { about: "SKILL.md alone", section: "", files: [] },
  scripts: {
    about: "a script that the agent runs",
    section: scriptSection,
    files: [{ path: "scripts/measure_files.py", text: script, executable: true }],
  },
  references: {
    about: "a page that the agent reads when it is needed",
    section: referenceSection,
    files: [plainFile("references/open-requests.md", reference)],
  },
  evals: {
    about: "evals/evals.json, prompts with what is to come of them",
    section: "",
    files: [],
    evals: true,
  },
};
