import type { ArchiveCode } from "../../model/archive.ts";
import type { CodePage } from "./code-page.ts";
import { contentCodes } from "./content-codes.ts";
import { entryCodes } from "./entry-codes.ts";
import { framingCodes } from "./framing-codes.ts";
import { nameCodes } from "./name-codes.ts";

/** The explanation of every code with which an archive is refused. */
export const archiveCodes: Readonly<Record<ArchiveCode, CodePage>> = {
  ...nameCodes,
  ...entryCodes,
  ...framingCodes,
  ...contentCodes,
};
