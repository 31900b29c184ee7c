import type { LeftOutReason } from "../model/left-out.ts";

type Junk = readonly (readonly [pattern: RegExp, reason: LeftOutReason])[];

/** By a name, a directory's with "/" behind it. What an agent may read or run stays in: tests, samples, lock files, .gitkeep, the .gitignore of a template. */
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

/** Of the repository and its author where it stands beside SKILL.md; further down it may be part of a template. package_skill.py of Anthropic leaves out the evals there too. */
const besideDocument: Junk = [
  [/^\.git(?:ignore|attributes|modules|hub\/)$|^\.skillignore$/, "version-control"],
  [/^\.(?:idea|vscode)\/$/, "editor"],
  [/^evals\/$/, "evals"],
];

/** Why a name by itself says that it is no part of the skill; the path is from the skill's root, a directory's with "/" behind it. */
export function junkReason(path: string): LeftOutReason | undefined {
  const slash = path.lastIndexOf("/", path.length - 2);
  const name = path.slice(slash + 1);
  return reasonIn(anywhere, name) ?? (slash === -1 ? reasonIn(besideDocument, name) : undefined);
}

function reasonIn(junk: Junk, name: string): LeftOutReason | undefined {
  return junk.find(([pattern]) => pattern.test(name))?.[1];
}
