import type { Rule } from "../../model/rule.ts";
import fenceUnclosed from "../fence-unclosed.ts";
import fileOrphaned from "../file-orphaned.ts";
import { withoutBackslashFollowUps } from "../parts/backslash-files.ts";
import referenceAmbiguous from "../reference-ambiguous.ts";
import referenceAnchor from "../reference-anchor.ts";
import referenceCycle from "../reference-cycle.ts";
import referenceDepth from "../reference-depth.ts";
import referenceTokens from "../reference-tokens.ts";
import referenceToc from "../reference-toc.ts";

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
