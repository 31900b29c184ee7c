import type { Reporter } from "../../core/report.ts";
import { asciiJson } from "../drawing/ascii-json.ts";

/** The report itself, in ASCII. */
export const json: Reporter = (report) => asciiJson(report);
