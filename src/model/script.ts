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

/**
 * A text file that an interpreter runs, according to its extension or its first line. Each view is computed on first
 * use.
 */
export interface Script {
  readonly file: TextFile;
  readonly language: ScriptLanguage;
  readonly shebang?: Shebang | undefined;
  /**
   * The file's text with spaces in place of comments and the contents of quoted strings, for searching code. Its
   * offsets are those of `file.source`. For languages other than Python, shell, JavaScript, TypeScript and
   * PowerShell, the unchanged text.
   */
  readonly code: string;
  /**
   * What the script imports, sources or requires, in the order of the text; for Python, shell, JavaScript,
   * TypeScript, PowerShell and Ruby.
   */
  readonly imports: readonly ScriptImport[];
  /** The blocks in a Python script that begin with "# /// script"; PEP 723 allows only one. */
  readonly metadata: readonly ScriptMetadata[];
}

export interface Shebang {
  /** The first line, without its line ending. */
  readonly range: Range;
  /** The file name of the interpreter, without `env` and its options, such as "python3", "bash" or "node". */
  readonly interpreter: string;
}

export interface ScriptImport {
  /** As written, outer quotes left out: "lib.tables", ".helpers", "./x.js", "$(dirname "$0")/common.sh". */
  readonly specifier: string;
  readonly range: Range;
}

export interface ScriptMetadata {
  /** Includes the first and the last line of the block; if the block is not closed, only the first line. */
  readonly range: Range;
  readonly fence: Range;
  readonly closed: boolean;
  /** Present if the block is not valid TOML. */
  readonly problem?: { readonly message: string; readonly range: Range };
  readonly dependencies: readonly ScriptDependency[];
}

export interface ScriptDependency {
  /** A requirement in the format of PEP 508, such as "requests>=2.32,<3". */
  readonly text: string;
  readonly range: Range;
}
