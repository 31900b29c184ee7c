import type { Inventory } from "../model/inventory.ts";
import type { Skill } from "../model/skill.ts";
import { agentFilesIn } from "./agent-files.ts";
import { automaticCommands } from "./automatic-commands.ts";
import { callsIn } from "./calls.ts";
import { executablesOf } from "./executables.ts";
import { toolsIn } from "./declared.ts";
import { gather, gatherAs, type Sighting } from "./gather.ts";
import { hostsIn } from "./hosts.ts";
import { packagesIn } from "./packages.ts";
import { pathsIn } from "./paths.ts";
import { programsIn } from "./programs.ts";
import { regionsOf } from "./regions.ts";
import { variablesOf } from "./variables.ts";

/** What of a directory is read as SKILL.md is, if it is no skill. */
interface Parts {
  /** Markdown with frontmatter that clients load. */
  readonly documents: readonly Pick<Skill, "document" | "texts">[];
  /** What clients start besides. */
  readonly started: readonly Sighting<"hook" | "server">[];
}

/**
 * Collects from all texts the facts about what the skill contains, calls and mentions. The skill must have been read
 * completely, as `skills lint` does.
 */
export function takeInventory(
  skill: Skill,
  { documents, started }: Parts = { documents: [skill], started: [] },
): Inventory {
  const automatic = documents.flatMap((each) => Array.from(automaticCommands(each)));
  const regions = regionsOf(skill, automatic);
  const calls = Array.from(callsIn(regions));
  return {
    executables: executablesOf(skill),
    automaticCommands: gather([...automatic, ...started], ["inline", "hook", "server"]),
    programs: gatherAs(
      programsIn(calls, skill),
      ["script", "text"],
      ({ kind, name }) => `${kind} ${name}`,
      (fact) => fact,
    ),
    hosts: hostsIn(regions, calls),
    variables: variablesOf(regions, skill),
    paths: gather(pathsIn(regions), ["used", "mentioned"]),
    tools: gather(
      documents.flatMap((each) => Array.from(toolsIn(each))),
      ["allowed"],
    ),
    agentFiles: gather(agentFilesIn(regions, skill), ["held", "used", "mentioned"]),
    packages: packagesIn(regions, calls, skill),
    unread: [...skill.partial, ...skill.opaque],
  };
}
