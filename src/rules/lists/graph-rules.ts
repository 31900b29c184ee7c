import type { Rule } from "../../model/rule.ts";
import fenceUnclosed from "../body/fence-unclosed.ts";
import fileOrphaned from "../files/orphaned.ts";
import { withoutBackslashFollowUps } from "../files/parts/backslash-files.ts";
import referenceAmbiguous from "../references/ambiguous.ts";
import referenceAnchor from "../references/anchor.ts";
import referenceCycle from "../references/cycle.ts";
import referenceDepth from "../references/depth.ts";
import referenceTokens from "../references/tokens.ts";
import referenceToc from "../references/toc.ts";

/** Every rule about references between a skill's files. */
export const graphRules: readonly Rule[] = [
  withoutBackslashFollowUps(fileOrphaned),
  referenceAmbiguous,
  referenceDepth,
  referenceAnchor,
  referenceToc,
  referenceTokens,
  referenceCycle,
  fenceUnclosed,
];
