import { existsSync, realpathSync, rmdirSync, statSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { toInnerPath, toLabel } from "../read/label.ts";
import { attempt } from "../write/cannot-write.ts";
import { makeFolder } from "../write/make-folder.ts";
import type { Root } from "./root.ts";

/** Where Codex, Gemini CLI, VS Code, Copilot, Cursor and others look for skills alike, below the working directory and below the home directory. */
export type RootName = "project" | "user";

export interface RootChoice {
  /** As the user wrote it; before `source`. */
  readonly root?: string;
  readonly source?: RootName;
  readonly cwd: string;
  /** For the home directory. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A root that need not be there yet. */
export interface ChosenRoot {
  /** Absolute, links not yet followed. */
  readonly written: string;
  readonly label: string;
  /** It was not named: a link on the way to it is not one that the user chose. */
  readonly within?: string;
}

const inner = [".agents", "skills"] as const;

/** Throws a SkillsError ("bad-usage"). */
export function chooseRoot({ root, source = "project", cwd, env }: RootChoice): ChosenRoot {
  if (root === "") throw new SkillsError("bad-usage", "--root is empty, expected a directory");
  if (root !== undefined) return { written: path.resolve(cwd, root), label: toLabel(root) };
  if (source === "project") return { written: path.join(cwd, ...inner), label: inner.join("/"), within: cwd };
  const variable = process.platform === "win32" ? "USERPROFILE" : "HOME";
  const home = env[variable];
  if (!home || !path.isAbsolute(home)) throw new SkillsError("bad-usage", `${variable} names no directory to find the user's skills in`, { hint: "name the directory with --root" });
  return { written: path.join(home, ...inner), label: `~/${inner.join("/")}` };
}

/** The root where it is there. Throws a SkillsError for something else that stands there, or a way out of the project. */
export function openRoot({ written, label, within }: ChosenRoot): Root | undefined {
  const stats = attempt(label, () => statSync(written, { throwIfNoEntry: false }));
  if (stats && !stats.isDirectory()) throw new SkillsError("unwritable", `${quote(label)} is no directory, expected one that holds skills`);
  if (!stats) return undefined;
  const directory = attempt(label, () => realpathSync.native(written));
  if (within !== undefined) requireInside(within, directory, label);
  return { directory, label };
}

/** A repository may hold a link in this place, to anywhere. */
function requireInside(within: string, directory: string, label: string): void {
  const real = attempt(label, () => realpathSync.native(within));
  if (toInnerPath(real, directory) === undefined) throw new SkillsError("unwritable", `${quote(label)} is a link that leads out of the working directory, to ${quote(directory)}`, { hint: "name that directory outright where it is the one you mean" });
}

/** The root, made where it is not there yet, and what takes it away again as long as it is empty. */
export function makeRoot(chosen: ChosenRoot): { readonly root: Root; takeBack(): void } {
  const known = openRoot(chosen);
  if (known) return { root: known, takeBack: () => {} };
  const made = attempt(chosen.label, () => makeFolder(chosen.written));
  const root = openRoot(chosen);
  if (!root) throw new SkillsError("unwritable", `${quote(chosen.label)} has gone as soon as it was made`);
  return { root, takeBack: () => removeEmpty(chosen.written, made) };
}

/** Up to the first directory that was made. */
function removeEmpty(written: string, made: string | undefined): void {
  try {
    for (let directory = written; made !== undefined && existsSync(made); directory = path.dirname(directory)) rmdirSync(directory);
  } catch {
    // Somebody has put something there meanwhile, and it is theirs now.
  }
}
