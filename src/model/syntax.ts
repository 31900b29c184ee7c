import type { Range } from "../core/place.ts";
import type { Unread } from "./source.ts";

/** A language that is parsed on request; "sh" is the language of the system's sh. */
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

/**
 * The result of parsing a text: its first syntax error, none, or why it was not parsed, as a phrase that continues
 * "not parsed: ".
 */
export type SyntaxVerdict = { readonly fault?: SyntaxFault } | { readonly unparsed: string };

/** A text to parse; `bytes` contains the bytes of the file, as one character each. */
export interface SyntaxInput {
  readonly language: SyntaxLanguage;
  readonly bytes: string;
}

/** Returns the result for a text; undefined if parsing it was not requested. */
export type SyntaxVerdicts = (input: SyntaxInput) => SyntaxVerdict | undefined;

export interface SyntaxProblem {
  readonly file: string;
  readonly message: string;
  readonly range: Range;
}

/** The results of parsing a skill's files: JSON and TOML always, other languages only if requested. */
export interface SkillSyntax {
  readonly problems: readonly SyntaxProblem[];
  /** Files that should have been parsed but were not, and why. */
  readonly unparsed: readonly Unread[];
}
