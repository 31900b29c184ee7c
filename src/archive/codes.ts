import type { ArchiveCode } from "../model/archive.ts";
import type { CodePage } from "./code-page.ts";
import { contentCodes } from "./codes-of-contents.ts";
import { entryCodes } from "./codes-of-entries.ts";
import { framingCodes } from "./codes-of-framing.ts";
import { nameCodes } from "./codes-of-names.ts";

/** Every reason why an archive is refused, explained. */
export const archiveCodes: Readonly<Record<ArchiveCode, CodePage>> = {
  ...nameCodes,
  ...entryCodes,
  ...framingCodes,
  ...contentCodes,
};
