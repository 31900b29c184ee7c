import type { Range } from "../core/place.ts";
import type { TextFile } from "./text-file.ts";

export type ScriptLanguage =
  | "python"
  | "shell"
  | "javascript"
  | "typescript"
  | "powershell"
  | "ruby"
  | "perl"
  | "other";

/** A text file that some interpreter runs: by its extension or its first line. Each view is computed on first use. */
export interface Script {
  readonly file: TextFile;
  readonly language: ScriptLanguage;
  readonly shebang?: Shebang | undefined;
  /**
   * The file's text with spaces instead of comments and quoted strings (quotes remain), for searching code.
   * Its offsets are those of `file.source`. Of a language other than Python, shell, JavaScript, TypeScript and PowerShell, the text as it is.
   */
  readonly code: string;
  /** What it imports, sources or requires, in the order written; in Python, shell, JavaScript, TypeScript, PowerShell and Ruby. */
  readonly imports: readonly ScriptImport[];
  /** The blocks that begin with "# /// script" in a Python script: PEP 723 allows one. */
  readonly metadata: readonly ScriptMetadata[];
}

export interface Shebang {
  /** The first line, without its end. */
  readonly range: Range;
  /** The interpreter's file name, `env` and its options skipped: "python3", "bash", "node". */
  readonly interpreter: string;
}

export interface ScriptImport {
  /** As written, outer quotes left out: "lib.tables", ".helpers", "./x.js", "$(dirname "$0")/common.sh". */
  readonly specifier: string;
  readonly range: Range;
}

export interface ScriptMetadata {
  /** With its first and last line; of a block that is not closed, the first. */
  readonly range: Range;
  readonly fence: Range;
  readonly closed: boolean;
  /** Where its TOML does not parse. */
  readonly problem?: { readonly message: string; readonly range: Range };
  readonly dependencies: readonly ScriptDependency[];
}

export interface ScriptDependency {
  /** A requirement as PEP 508 has it: "requests>=2.32,<3". */
  readonly text: string;
  readonly range: Range;
}
