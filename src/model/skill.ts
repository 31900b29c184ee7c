import type { SourceText } from "../core/source-text.ts";
import type { Body, Reference } from "./body.ts";
import type { ValidatorRefusals } from "./validator.ts";
import type { Frontmatter, ParseProblem } from "./frontmatter.ts";
import type { ReferenceGraph } from "./graph.ts";
import type { Script } from "./script.ts";
import type { FileEntry, SkillSource, Unread } from "./source.ts";
import type { SkillSyntax } from "./syntax.ts";
import type { TextFile } from "./text-file.ts";
import type { TokenCounter } from "./token-counter.ts";

/** A skill as rules see it: plain values, with everything already read. */
export interface Skill {
  readonly label: string;
  /** The name of the skill's directory. */
  readonly name: string;
  /** Sorted by path in code units; includes directories. */
  readonly files: readonly FileEntry[];
  /** Absent if there is no readable SKILL.md, neither in exactly that spelling nor misspelled. */
  readonly document?: SkillDocument;
  /** Every path that SKILL.md and the Markdown files it refers to contain, compared with the listing. */
  readonly references: readonly ResolvedReference[];
  /** The result of each modeled client for the same bytes, in the order of the models. */
  readonly validatorRefusals: readonly ValidatorRefusals[];
  readonly partial: readonly Unread[];
  /** All text files, including SKILL.md, sorted by path; empty if only SKILL.md was requested. */
  readonly texts: readonly TextFile[];
  /** Files that were not inspected, such as images, and why. */
  readonly opaque: readonly Unread[];
  /** The texts that an interpreter runs. */
  readonly scripts: readonly Script[];
  readonly graph: ReferenceGraph;
  readonly syntax: SkillSyntax;
  readonly tokens: TokenCounter;
  readonly context: SkillContext;
}

/** Facts about the surroundings of a skill. Empty if the skill is not in a directory, for example in an archive. */
export interface SkillContext {
  /**
   * The names of the skill directories next to this one, and its own. Looked up only if a reference leaves the skill, its
   * name is taken, or the name differs from the directory's.
   */
  readonly siblings?: ReadonlySet<string>;
  /**
   * For the scripts that SKILL.md runs by bare path: whether they are executable in git, or else on disk. Scripts for
   * which neither is known are left out.
   */
  readonly executable: ReadonlyMap<string, boolean>;
  /** The symlinks in the skill that git tracks; all of them if it is in no repository. Absent if there are none. */
  readonly trackedLinks?: readonly string[];
  /** Absolute path of the directory with the nearest `.git` above the skill, or else with a `.github`. */
  readonly repository?: string;
  /**
   * Set if the skill's directory has its name by chance: "checkout" if it is the root of a repository, or a copy of one
   * called `owner@name`, "template" if it is in a directory of templates. Not if it is in a directory named `skills`,
   * where a client loads it by that name.
   */
  readonly nameByChance?: "checkout" | "template";
  /**
   * Absolute path of the nearest directory above the skill that is installed as a plugin, because of a manifest in it
   * or a marketplace above it.
   */
  readonly plugin?: string;
  /**
   * Set if the skill is in the configuration of Claude Code that a user keeps in a repository, so that no other client
   * loads it. Looked up with the siblings.
   */
  readonly ofClaudeUser?: true;
  /**
   * By path from the skill's root, as `outsidePath` returns it: whether a reference that is not a file of the skill is
   * one of the plugin or repository around it. Paths outside both are not looked up.
   */
  readonly outside?: ReadonlyMap<string, OutsideFile>;
  /**
   * A file around the skill that calls it by its name, such as a README or a marketplace, by its path from the
   * skill. Looked up only if a fix could change the name.
   */
  readonly nameUse?: string;
}

/**
 * A path in the plugin, in the project whose agents load the skill from a hidden directory, or in another repository.
 */
export interface OutsideFile {
  readonly within: "plugin" | "project" | "repository";
  readonly exists: boolean;
}

/** Which facts about the surroundings are needed. */
interface ContextNeeds {
  /** Whether a reference leaves the skill, so that the files next to it and above it are needed. */
  readonly surroundings: boolean;
  /** The paths of references that are not files of the skill. */
  readonly paths: readonly string[];
  /** The scripts that are run by bare path. */
  readonly scripts: readonly string[];
  /** Set if the skill contains symlinks. */
  readonly links?: true;
  /** The skill's name, if a fix could change it. */
  readonly name?: string;
}

export interface SkillDocument {
  /** The name of the file: "SKILL.md", or the misspelled name of the file that was read instead. */
  readonly file: string;
  readonly source: SourceText;
  readonly text: TextFacts;
  /** Absent if there is no fenced frontmatter. */
  readonly frontmatter?: Frontmatter;
  readonly body: Body;
  /** Problems that the parser found. Rules turn them into messages. */
  readonly problems: readonly ParseProblem[];
}

/** Facts about the encoding of the bytes, determined before parsing. */
export interface TextFacts {
  readonly bytes: number;
  readonly byteOrderMark: boolean;
  /** Number of lines that end in LF; the next properties count the other line endings. */
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
  /** Offset of the first byte that is not UTF-8; absent if all bytes are. */
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

/** Returns facts about a skill's surroundings; `files` is the skill's listing. */
export type ContextReader = (
  source: SkillSource,
  files: readonly FileEntry[],
  needs: ContextNeeds,
) => SkillContext;
