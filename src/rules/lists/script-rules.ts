import type { Rule } from "../../model/rule.ts";
import commandUnpinned from "../command-unpinned.ts";
import dependencyUndeclared from "../dependency-undeclared.ts";
import scriptDependencyVersion from "../script-dependency-version.ts";
import scriptDestructive from "../script-destructive.ts";
import scriptExecutable from "../script-executable.ts";
import scriptHelp from "../script-help.ts";
import scriptLineEndings from "../script-line-endings.ts";
import scriptMetadata from "../script-metadata.ts";
import scriptPrompt from "../script-prompt.ts";
import scriptShebang from "../script-shebang.ts";
import scriptSyntax from "../script-syntax.ts";

/** Every rule about a skill's scripts and the commands that it runs. */
export const scriptRules: readonly Rule[] = [
  scriptShebang,
  scriptExecutable,
  scriptLineEndings,
  scriptSyntax,
  scriptMetadata,
  scriptPrompt,
  scriptDependencyVersion,
  dependencyUndeclared,
  commandUnpinned,
  scriptHelp,
  scriptDestructive,
];
