/** Why a file or directory of a skill is not packed. */
export type LeftOutReason =
  | "ignore-file"
  | "version-control"
  | "system"
  | "editor"
  | "cache"
  | "installed"
  | "secret"
  | "evals"
  | "manifest"
  | "empty";

/** The kinds of files that are not packed by default, with the names that messages use; in display order. */
export const leftOutReasons: Readonly<
  Record<LeftOutReason, { readonly noun: string; readonly names: string }>
> = {
  "ignore-file": {
    noun: ".skillignore",
    names:
      "files that a .skillignore next to SKILL.md lists, in .gitignore syntax; !NAME packs a file that is excluded below",
  },
  "version-control": {
    noun: "version control",
    names: ".git, .hg, .svn; next to SKILL.md .gitignore, .gitattributes, .gitmodules, .github",
  },
  system: { noun: "system files", names: ".DS_Store, ._*, __MACOSX, Thumbs.db, desktop.ini" },
  editor: {
    noun: "editor files",
    names: "*~, *.swp, *.swo, .#*, *.orig, *.rej; next to SKILL.md .idea, .vscode",
  },
  cache: { noun: "caches", names: "__pycache__, *.pyc, *.pyo, .pytest_cache, .mypy_cache, .ruff_cache" },
  installed: {
    noun: "installed packages",
    names: "node_modules, .venv, a directory with a pyvenv.cfg",
  },
  secret: {
    noun: "secrets",
    names:
      ".env and .env.* (but .env.example, .sample, .template, .dist, .defaults, .schema), .netrc, .pypirc, .git-credentials, id_rsa, id_dsa, id_ecdsa, id_ed25519",
  },
  evals: { noun: "evals", names: "evals/ next to SKILL.md" },
  manifest: { noun: "old manifest", names: "skill.manifest.json next to SKILL.md, which is generated again" },
  empty: { noun: "empty directories", names: "directories without files" },
};

export interface LeftOut {
  /** Relative to the skill's root. */
  readonly path: string;
  /** Whether it is a directory, which is left out with everything in it. */
  readonly directory: boolean;
  readonly reason: LeftOutReason;
}
