import type { Command } from "commander";

export interface PolicyFlags {
  readonly policy?: string;
}

/** Adds --policy; the command adds `policyNotes` to its help. */
export function addPolicyOption(command: Command): Command {
  return command.option("--policy <file>", "deny what this policy (YAML or JSON) does not allow");
}

/** What a policy is, for all commands that take one. */
export const policyNotes = `Policy:
  --policy FILE says what skills and plugins may do: allow and deny lists of
  sources, licenses, hosts, programs, packages, variables and other lists of
  "skills inspect", clients that must load a skill, and what a new version may
  gain. A denial is an error that no config and no comment suppresses. Without
  the file, or if it is broken, the exit code is 2. "policy" in the JSON report
  is the verdict. Its schema is schemas/policy.schema.json.
`;
