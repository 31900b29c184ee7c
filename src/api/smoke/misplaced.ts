import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { System } from "../../harness/system.ts";
import type { Settings } from "../../model/agent.ts";
import type { SkillSource } from "../../model/source.ts";
import { toInnerPath, toNativePath } from "../../read/label.ts";

export interface Surroundings {
  /** The project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Why a system does not find a skill that is in one of its own directories. Undefined if it does, and for a skill
 * elsewhere, which is played as if it were installed.
 */
export function describeMisplaced(
  system: Pick<System, "roots" | "depth">,
  { directory }: Pick<SkillSource, "directory">,
  { cwd, env, settings }: Surroundings & { readonly settings: Settings },
): string | undefined {
  if (directory === undefined) return undefined;
  let message: string | undefined;
  for (const { path } of system.roots(env, settings)) {
    const inner = toInnerPath(rootAt(path, cwd, env["HOME"]), directory);
    if (inner === undefined || inner === "") continue;
    if (inner.split("/").length - 1 <= system.depth) return undefined;
    const place =
      system.depth === 0
        ? `directly in ${quote(path)}`
        : `at most ${count(system.depth + 1, "directory")} below ${quote(path)}`;
    message ??= `not where this agent looks: it finds skills ${place}, but not ${quote(inner)} there`;
  }
  return message;
}

function rootAt(path: string, cwd: string, home = cwd): string {
  if (path.startsWith("~/")) return toNativePath(home, path.slice(2));
  return path.startsWith("/") ? path : toNativePath(cwd, path);
}
