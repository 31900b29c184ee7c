import type { LeftOutReason } from "../model/left-out.ts";

type Junk = readonly (readonly [pattern: RegExp, reason: LeftOutReason])[];

/**
 * Patterns for names; the name of a directory ends in "/". Files that an agent may read or run are not junk: tests,
 * samples, lock files, .gitkeep, or the .gitignore of a template.
 */
const anywhere: Junk = [
  [/^\.(?:git|hg|svn)\/?$/, "version-control"],
  [/^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|^\._.|^__MACOSX\/$/i, "system"],
  [/~$|\.(?:sw[op]|orig|rej)$|^\.#/, "editor"],
  [/^(?:__pycache__|\.(?:pytest|mypy|ruff)_cache)\/$|\.py[co]$/, "cache"],
  [/^node_modules\/?$|^\.venv\/?$/, "installed"],
  [
    /^\.env(?:\..*)?(?<!\.(?:example|sample|template|dist|defaults?|schema))$|^\.(?:netrc|pypirc|git-credentials)$|^id_(?:rsa|dsa|ecdsa|ed25519)$/,
    "secret",
  ],
];

/**
 * Files of the repository and its author next to SKILL.md; further down they may be part of a template. Anthropic's
 * package_skill.py leaves out these evals too.
 */
const besideDocument: Junk = [
  [/^\.git(?:ignore|attributes|modules|hub\/)$|^\.skillignore$/, "version-control"],
  [/^\.(?:idea|vscode)\/$/, "editor"],
  [/^evals\/$/, "evals"],
];

/**
 * Why the name of a path excludes it from the archive. The path is relative to the skill's root; that of a directory
 * ends in "/".
 */
export function junkReason(path: string): LeftOutReason | undefined {
  const slash = path.lastIndexOf("/", path.length - 2);
  const name = path.slice(slash + 1);
  return reasonIn(anywhere, name) ?? (slash === -1 ? reasonIn(besideDocument, name) : undefined);
}

function reasonIn(junk: Junk, name: string): LeftOutReason | undefined {
  return junk.find(([pattern]) => pattern.test(name))?.[1];
}
