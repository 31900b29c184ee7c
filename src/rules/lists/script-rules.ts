import type { Rule } from "../../model/rule.ts";
import commandUnpinned from "../scripts/command-unpinned.ts";
import dependencyUndeclared from "../scripts/dependency-undeclared.ts";
import scriptDependencyVersion from "../scripts/dependency-version.ts";
import scriptDestructive from "../scripts/destructive.ts";
import scriptExecutable from "../scripts/executable.ts";
import scriptHelp from "../scripts/help.ts";
import scriptLineEndings from "../scripts/line-endings.ts";
import scriptMetadata from "../scripts/metadata.ts";
import scriptOption from "../scripts/option.ts";
import scriptPrompt from "../scripts/prompt.ts";
import scriptShebang from "../scripts/shebang.ts";
import scriptSyntax from "../scripts/syntax.ts";

/** Every rule about a skill's scripts and the commands that it runs. */
export const scriptRules: readonly Rule[] = [
  scriptShebang,
  scriptExecutable,
  scriptLineEndings,
  scriptSyntax,
  scriptMetadata,
  scriptOption,
  scriptPrompt,
  scriptDependencyVersion,
  dependencyUndeclared,
  commandUnpinned,
  scriptHelp,
  scriptDestructive,
];
