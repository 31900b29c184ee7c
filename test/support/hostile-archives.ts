import type { ArchiveCode } from "../../src/model/archive.ts";
import { collisions } from "./hostile-collisions.ts";
import { costs } from "./hostile-cost.ts";
import { damages } from "./hostile-damage.ts";
import { features } from "./hostile-features.ts";
import { framings } from "./hostile-framing.ts";
import { gzips } from "./hostile-gzip.ts";
import { layouts } from "./hostile-layout.ts";
import { contradictions } from "./hostile-contradictions.ts";
import { names } from "./hostile-names.ts";
import { tars } from "./hostile-tar.ts";
import { types } from "./hostile-types.ts";
import { differentials } from "./hostile-differentials.ts";

/** An archive that must be refused, with the code. */
export interface HostileArchive {
  /** A unique description of how it is hostile. */
  readonly how: string;
  readonly code: ArchiveCode;
  readonly bytes: () => Uint8Array;
}

/** By subject. */
export const hostileArchives: Readonly<Record<string, readonly HostileArchive[]>> = {
  names,
  "names together": collisions,
  "types and modes": types,
  "two copies of one fact, and the data": contradictions,
  framing: framings,
  cost: costs,
  features,
  "constructions of ZipDiff": differentials,
  "damage to what was packed here": damages,
  layout: layouts,
  gzip: gzips,
  tar: tars,
};
