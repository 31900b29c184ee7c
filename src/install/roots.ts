import { existsSync, realpathSync, rmdirSync, statSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { leadsIntoGit } from "../core/paths.ts";
import { quote } from "../core/show.ts";
import { toInnerPath, toLabel } from "../read/label.ts";
import { attempt, cannotWrite, systemCode } from "../write/cannot-write.ts";
import { realFolder } from "../write/destination.ts";
import { makeFolder } from "../write/make-folder.ts";
import { statePlace } from "./proof.ts";
import type { Root } from "./root.ts";

/** Where Codex, Gemini CLI, VS Code, Copilot, Cursor and others look for skills alike, below the working directory and below the home directory. */
export type RootName = "project" | "user";

export interface RootChoice {
  /** As the user wrote it; before `source`. */
  readonly root?: string;
  readonly source?: RootName;
  readonly cwd: string;
  /** For the home directory, and for where it is kept which changes are this user's. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A root that need not be there yet. */
export interface ChosenRoot {
  /** Absolute, links not yet followed. */
  readonly written: string;
  readonly label: string;
  /** It was not named: a link on the way to it is not one that the user chose. */
  readonly within?: string;
  readonly state?: string | undefined;
}

const inner = [".agents", "skills"] as const;

/** Throws a SkillsError ("bad-usage"). */
export function chooseRoot({ root, source = "project", cwd, env }: RootChoice): ChosenRoot {
  if (root === "") throw new SkillsError("bad-usage", "--root is empty, expected a directory");
  const state = statePlace(env);
  if (root !== undefined) return { written: path.resolve(cwd, root), label: toLabel(root), state };
  if (source === "project")
    return { written: path.join(cwd, ...inner), label: inner.join("/"), within: cwd, state };
  const variable = process.platform === "win32" ? "USERPROFILE" : "HOME";
  const home = env[variable];
  if (!home || !path.isAbsolute(home))
    throw new SkillsError("bad-usage", `${variable} names no directory to find the user's skills in`, {
      hint: "name the directory with --root",
    });
  return { written: path.join(home, ...inner), label: `~/${inner.join("/")}`, state };
}

/** The root where it is there. Throws a SkillsError for something else that stands there, or a way out of the project. */
export function openRoot({ written, label, within, state }: ChosenRoot): Root | undefined {
  if (leadsIntoGit(realFolder(written)))
    throw new SkillsError(
      "unwritable",
      `${quote(label)} lies in ".git", expected a directory that is not git's own`,
    );
  const stats = attempt(label, () => statSync(written, { throwIfNoEntry: false }));
  if (stats && !stats.isDirectory())
    throw new SkillsError(
      "unwritable",
      `${quote(label)} is ${stats.isFile() ? "a file" : "a FIFO, a socket or a device"}, expected a directory`,
    );
  if (!stats) return undefined;
  const directory = attempt(label, () => realpathSync.native(written));
  if (within !== undefined) requireInside(within, written, directory, label);
  return { directory, label, state };
}

/** A repository may hold a link in this place, to anywhere. */
function requireInside(within: string, written: string, directory: string, label: string): void {
  const real = attempt(label, () => realpathSync.native(within));
  if (toInnerPath(real, directory) === undefined)
    throw new SkillsError(
      "unwritable",
      `${quote(label)} is a link that leads out of the working directory, to ${quote(directory)}`,
      { hint: "name that directory outright where it is the one you mean" },
    );
  if (directory === real && path.resolve(written) !== path.resolve(within))
    throw new SkillsError(
      "unwritable",
      `${quote(label)} is a link that leads to the project itself, expected a directory that holds skills alone`,
      { hint: "name that directory outright where it is the one you mean" },
    );
}

/** The root, made where it is not there yet, and what takes it away again as long as it is empty. */
export function makeRoot(chosen: ChosenRoot): { readonly root: Root; takeBack(): void } {
  const known = openRoot(chosen);
  if (known) return { root: known, takeBack: () => {} };
  const made = attempt(chosen.label, () => makeOrSay(chosen));
  const root = openRoot(chosen);
  if (!root) throw new SkillsError("unwritable", `${quote(chosen.label)} has gone as soon as it was made`);
  return { root, takeBack: () => removeEmpty(chosen.written, made) };
}

/** Such as in /proc, which says that what it does not let be made is not there. */
function makeOrSay({ written, label }: ChosenRoot): string | undefined {
  try {
    return makeFolder(written);
  } catch (error) {
    if (systemCode(error) === "ENOENT") throw cannotWrite(label, "no directory can be made there", error);
    throw error;
  }
}

/** Up to the first directory that was made. */
function removeEmpty(written: string, made: string | undefined): void {
  try {
    for (let directory = written; made !== undefined && existsSync(made); directory = path.dirname(directory))
      rmdirSync(directory);
  } catch {
    // Somebody has put something there meanwhile, and it is theirs now.
  }
}
