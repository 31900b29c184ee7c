import type { Range } from "./place.ts";
import type { TextFile } from "./text-file.ts";

export type ScriptLanguage = "python" | "shell" | "javascript" | "typescript" | "powershell" | "ruby" | "perl" | "other";

/** A text file that some interpreter runs: by its extension or its first line. */
export interface Script {
  readonly file: TextFile;
  readonly language: ScriptLanguage;
  readonly shebang?: Shebang;
  /** What it imports, sources or requires. */
  readonly imports: readonly ScriptImport[];
}

export interface Shebang {
  /** The first line, without its end. */
  readonly range: Range;
  /** The interpreter's file name, `env` and its options skipped: "python3", "bash", "node". */
  readonly interpreter: string;
}

export interface ScriptImport {
  /** As written: "lib.tables", ".helpers", "./x.js", "$(dirname "$0")/common.sh". */
  readonly specifier: string;
  readonly range: Range;
}
