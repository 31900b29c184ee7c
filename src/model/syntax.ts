import type { Range } from "../core/place.ts";
import type { Unread } from "./source.ts";

/** A language that is parsed on request: "sh" is what the system's sh runs. */
export type SyntaxLanguage = "YAML" | "JavaScript" | "Python" | "bash" | "sh";

/** A syntax error. Lines and columns count from 1, columns in UTF-16 units. */
export interface SyntaxFault {
  /** One sentence. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** What came of parsing one text: its first fault, none, or why it was not parsed, as a phrase that continues "not parsed: …". */
export type SyntaxVerdict = { readonly fault?: SyntaxFault } | { readonly unparsed: string };

/** A text to parse; its bytes are those of the file, one character each. */
export interface SyntaxInput {
  readonly language: SyntaxLanguage;
  readonly bytes: string;
}

/** The verdict over a text; undefined if parsing it was not requested. */
export type SyntaxVerdicts = (input: SyntaxInput) => SyntaxVerdict | undefined;

export interface SyntaxProblem {
  readonly file: string;
  readonly message: string;
  readonly range: Range;
}

/** What came of parsing a skill's files: JSON and TOML always, other languages where that was asked for. */
export interface SkillSyntax {
  readonly problems: readonly SyntaxProblem[];
  /** What was to be parsed and was not, and why. */
  readonly unparsed: readonly Unread[];
}
