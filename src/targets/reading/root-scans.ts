import type { RootRules } from "../../model/client-roots.ts";

type Scan = Pick<
  RootRules,
  "depth" | "insideSkills" | "hidden" | "rootItself" | "linkedDirectories" | "linkedFiles"
>;

/** The client reads the SKILL.md of each directory in a root; what else it reads is not recorded. */
export const flatScan: Scan = {
  depth: 1,
  insideSkills: false,
  hidden: "unknown",
  rootItself: "unknown",
  linkedDirectories: "unknown",
  linkedFiles: "unknown",
};
