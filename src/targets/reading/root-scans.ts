import type { RootRules } from "../../model/client-roots.ts";

type Scan = Pick<
  RootRules,
  "depth" | "deeper" | "insideSkills" | "hidden" | "rootItself" | "linkedDirectories" | "linkedFiles"
>;

/** The client reads the SKILL.md of each directory in a root; what else it reads is not recorded. */
export const unknownScan: Scan = {
  depth: 1,
  deeper: "unknown",
  insideSkills: "unknown",
  hidden: "unknown",
  rootItself: "unknown",
  linkedDirectories: "unknown",
  linkedFiles: "unknown",
};

/** As `unknownScan`, but no deeper directories are read. */
export const flatScan: Scan = {
  depth: 1,
  insideSkills: false,
  hidden: "unknown",
  rootItself: "unknown",
  linkedDirectories: "unknown",
  linkedFiles: "unknown",
};
