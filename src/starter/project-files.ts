import { action, homepage } from "../core/address.ts";
import { plainFile, type StarterFile } from "./starter-file.ts";

/** Where the package keeps it, from the directory of a project that has it installed. */
export const installedSchema = "node_modules/skillwright/schemas/config.schema.json";

/** A config that changes nothing yet; the comment has editors complete and check it. */
export function configFile(isInstalled: boolean): StarterFile {
  const schema = isInstalled ? installedSchema : `${homepage}/schemas/config.schema.json`;
  return plainFile(
    "skills.config.yaml",
    `# yaml-language-server: $schema=${schema}\n# What holds, and where it comes from: skills lint --print-config\nextends: recommended\n`,
  );
}

/** Two commits of history are enough for the action to tell which skills a pull request changes; it needs no right but to read. */
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
      # Put the account that publishes the action in the place of OWNER.
      - uses: ${action}
`,
);
