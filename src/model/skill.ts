import type { SourceText } from "../core/source-text.ts";
import type { Body, Reference } from "./body.ts";
import type { ClientRefusals } from "./client.ts";
import type { Frontmatter, ParseProblem } from "./frontmatter.ts";
import type { ReferenceGraph } from "./graph.ts";
import type { Script } from "./script.ts";
import type { FileEntry, SkillSource, Unread } from "./source.ts";
import type { SkillSyntax } from "./syntax.ts";
import type { TextFile } from "./text-file.ts";
import type { TokenCounter } from "./token-counter.ts";

/** A skill as a rule sees it: plain values, everything read that will be read. */
export interface Skill {
  readonly label: string;
  /** The directory's name. */
  readonly name: string;
  /** Sorted by path in code units; directories included. */
  readonly files: readonly FileEntry[];
  /** Absent where there is no SKILL.md (in exactly that spelling, or a near miss) that can be read. */
  readonly document?: SkillDocument;
  /** Every path that SKILL.md and the Markdown files it names refer to, held against the listing. */
  readonly references: readonly ResolvedReference[];
  /** Outcome of each modeled client for the same bytes, in the order of the models. */
  readonly clientRefusals: readonly ClientRefusals[];
  readonly partial: readonly Unread[];
  /** Every file that holds text, SKILL.md included, sorted by path; empty where only SKILL.md was asked for. */
  readonly texts: readonly TextFile[];
  /** Files that were not inspected, such as images, and why. */
  readonly opaque: readonly Unread[];
  /** Those of the texts that an interpreter runs. */
  readonly scripts: readonly Script[];
  readonly graph: ReferenceGraph;
  readonly syntax: SkillSyntax;
  readonly tokens: TokenCounter;
  readonly context: SkillContext;
}

/** Facts about the location of a skill. Empty for a skill that is not in a directory, such as in an archive. */
export interface SkillContext {
  /** The names of the skills' directories beside its own, which is among them; looked up where a reference leads out of the skill. */
  readonly siblings?: ReadonlySet<string>;
  /** Of the scripts that the text runs by their path alone: whether they may be run, as git has it, else as the disk has it. Those of which neither says anything are left out. */
  readonly executable: ReadonlyMap<string, boolean>;
  /** Absolute: the directory that holds the nearest `.git` around the skill. */
  readonly repository?: string;
  /** Absolute: the nearest directory around the skill that is installed as one plugin, by a manifest in it or by a marketplace above it. */
  readonly plugin?: string;
  /**
   * By path from the skill's root, as `outsidePath` returns it: whether a reference that is not a file of the skill is one of the plugin or
   * repository around it. Paths outside both are not looked up.
   */
  readonly outside?: ReadonlyMap<string, OutsideFile>;
}

/** A path in the plugin, in the project whose agents load the skill from one of its hidden directories, or in another repository. */
export interface OutsideFile {
  readonly within: "plugin" | "project" | "repository";
  readonly exists: boolean;
}

/** Which facts about the location are needed. */
interface ContextNeeds {
  /** What is beside and above the skill: a reference leads out of it. */
  readonly surroundings: boolean;
  /** The paths of references that are not files of the skill. */
  readonly paths: readonly string[];
  /** The scripts that are run by their path alone. */
  readonly scripts: readonly string[];
}

export interface SkillDocument {
  /** The file's own name: "SKILL.md", or the near miss that was read instead. */
  readonly file: string;
  readonly source: SourceText;
  readonly text: TextFacts;
  /** Absent where there are no fences around any. */
  readonly frontmatter?: Frontmatter;
  readonly body: Body;
  /** Problems found by the parser; the rules word the messages. */
  readonly problems: readonly ParseProblem[];
}

/** Encoding facts about the bytes, before parsing. */
export interface TextFacts {
  readonly bytes: number;
  readonly byteOrderMark: boolean;
  /** Number of lines by line ending. */
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
  /** The first byte that is not UTF-8, as an offset into the file; absent where all is UTF-8. */
  readonly firstInvalidByte?: number;
}

export interface ResolvedReference {
  /** The file that contains the reference, relative to the skill's root. */
  readonly from: string;
  readonly reference: Reference;
  readonly resolution: /** `other`: the file that the same path names from the skill's root, if it differs from the one relative to the file with the reference. */
    | { readonly status: "found"; readonly path: string; readonly other?: string }
    | { readonly status: "wrong-case"; readonly path: string }
    | { readonly status: "missing"; readonly nearest?: string }
    | { readonly status: "escapes" }
    | { readonly status: "absolute" };
}

/** Looks up facts about a skill's location; `files` is its listing. */
export type ContextReader = (
  source: SkillSource,
  files: readonly FileEntry[],
  needs: ContextNeeds,
) => SkillContext;
