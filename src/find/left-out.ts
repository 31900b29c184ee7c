/**
 * Directories that are not searched: git's files, installed packages, and those in which `skills install` keeps removed
 * and unfinished skills.
 */
export const skippedDirectories: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  ".skills-backup",
  ".skills-transaction",
]);

/** Whether a path leads through one of them. */
export function isInSkipped(place: string): boolean {
  return place.split(/[/\\]/).some((name) => skippedDirectories.has(name));
}

const fixturesReason = "skills that are test fixtures; pass the directory to read them";
export const templatesReason = "skills that are templates; pass the directory to read them";
export const backupsReason = "skills that are backups; pass the directory to read them";
export const sourcesReason =
  "sources of skills, without a name and where no client looks; pass the directory to read them";
export const installedReason =
  "installed packages with skills that git tracks; pass the directory to read them";
export const copiesReason = "copies of plugins of others; pass the directory to check them";
export const submoduleReason = "a submodule that is not checked out";

/** Why directories that no client reads are left out, even if they changed. */
export const leftOutReasons: ReadonlySet<string> = new Set([
  fixturesReason,
  templatesReason,
  backupsReason,
  sourcesReason,
  installedReason,
  submoduleReason,
  copiesReason,
]);

/** Whether a directory contains tests. */
export function isTests(name: string): boolean {
  return /^(?:tests?|__tests__)$/i.test(name);
}

/** Why a directory is left out, by its name; `inTests` is true inside a directory of tests. */
export function reasonToLeaveOut(name: string, inTests: boolean): string | undefined {
  if (name === "__fixtures__" || (inTests && /^_?fixtures$/i.test(name))) return fixturesReason;
  return /^_?plugin[-_](?:skeleton|template)$/i.test(name) ? templatesReason : undefined;
}

/**
 * Whether a directory holds plugins of others: those that Claude Code has downloaded (as in a repository of a user's
 * settings), or vendored ones.
 */
export function isOfCopies(parent: string, name: string): boolean {
  if (parent === "plugins" && /^(?:cache|marketplaces|repos)$/.test(name)) return true;
  return /^(?:vendor(?:ed)?|third[-_]?party)$/i.test(name);
}

/** A skill to copy and fill in. A template of a project is another matter: its skills are used as they are. */
export function isTemplate(name: string): boolean {
  return /^_?(?:(?:skill[-_])?(?:skeleton|template)|template[-_]skill|skill[-_]name)$/i.test(name);
}

/** Whether a directory may contain a template; the skill in it says whether it is one. */
export function isAmongTemplates(name: string): boolean {
  return /template|skeleton|scaffold|boilerplate/i.test(name);
}

/** Copies of skills that were replaced or deleted. */
export function isBackup(name: string): boolean {
  return /^(?:[._]?(?:backups?|trash)|_(?:archived?|deleted|old)|[._][\w-]{1,60}[._-]backups?|.+\.bak)$/i.test(
    name,
  );
}
