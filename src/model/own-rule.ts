import type { RuleMeta, Severity } from "./rule.ts";

// A rule that a team writes in its config, as plain data: it can be given to another thread and be part of a cache's
// key. `src/own` reads and runs it.

/** The parts of a skill's text in which words are searched. */
export const textParts = [
  "name",
  "description",
  "body",
  "headings",
  "comments",
  "code",
  "references",
  "scripts",
] as const;

export type TextPart = (typeof textParts)[number];

/** The lists of the inventory that a rule can allow or deny. */
export const inventoryParts = ["hosts", "programs", "packages", "variables", "tools"] as const;

export type InventoryPart = (typeof inventoryParts)[number];

/** What a client reads when: always, when the skill is used, and when a step needs it; or all of it. */
export const tiers = ["catalog", "body", "resources", "skill"] as const;

export type LimitedTier = (typeof tiers)[number];

/** What a value must be; an empty test accepts every value. */
export interface ValueTest {
  /** A linear pattern that is found in it. */
  readonly matches?: string;
  readonly oneOf?: readonly string[];
  /** Maximum number of characters. */
  readonly maxLength?: number;
}

export interface AllowList {
  /** Names, in which "*" matches any characters; all others are reported. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** What a rule checks; one kind for each key of its definition. */
export type OwnCheck =
  | (ValueTest & {
      readonly kind: "field";
      /** The keys that lead to the value, such as ["metadata", "owner"]. */
      readonly path: readonly string[];
      /** Whether no other skill of the run may have the value. */
      readonly unique?: true;
    })
  | (ValueTest & {
      readonly kind: "name";
    })
  | {
      readonly kind: "section";
      /** The heading, without regard to case. */
      readonly heading: string;
      readonly level?: number;
      /** A host, or "*." and a domain, to which a link in the section must lead. */
      readonly linksTo?: string;
      /** A linear pattern that is found in the section. */
      readonly matches?: string;
    }
  | {
      readonly kind: "file";
      /** A pattern for `compilePathPattern`. */
      readonly path: string;
    }
  | {
      readonly kind: "text";
      readonly words: readonly string[];
      readonly patterns: readonly string[];
      /** Longer texts in which the words are allowed. */
      readonly allow: readonly string[];
      readonly in: readonly TextPart[];
      readonly caseSensitive?: boolean;
    }
  | {
      readonly kind: "inventory";
      readonly lists: Readonly<Partial<Record<InventoryPart, AllowList>>>;
      /** Whether what is only mentioned, in prose or a sample, counts too. */
      readonly mentioned?: boolean;
    }
  | {
      readonly kind: "limit";
      readonly tier: LimitedTier;
      readonly tokens?: number;
      readonly lines?: number;
      readonly bytes?: number;
      readonly files?: number;
    };

/** For which skills a rule runs; every condition must hold. */
export interface OwnCondition {
  /** Ids of clients; the rule does not run if only others were chosen. */
  readonly clients?: readonly string[];
  /** Licenses as in the frontmatter, without regard to case. */
  readonly license?: readonly string[];
  /** Another field, and what its value must be. */
  readonly field?: readonly string[];
  readonly value?: ValueTest;
}

/** What a fix writes: in place of what was found, or where something is missing. */
export interface OwnFix {
  readonly kind: "replace-with" | "insert";
  readonly text: string;
}

export interface OwnRule {
  /** With its prefix, such as "acme/owner". */
  readonly id: string;
  readonly check: OwnCheck;
  readonly when?: OwnCondition;
  /** Instead of a message about what was found. */
  readonly message?: string;
  readonly why?: string;
  readonly remedy?: string;
  /** An address with more about the rule. */
  readonly link?: string;
  readonly fix?: OwnFix;
}

/** A rule as its file defines it. */
export interface DefinedRule {
  readonly rule: OwnRule;
  /** If no setting says otherwise. */
  readonly severity: Severity;
  /** Patterns of paths relative to the config's directory; absent if the rule applies everywhere. */
  readonly paths?: readonly string[];
  readonly except?: readonly string[];
  readonly examples: OwnExamples;
  /** Where it is written, such as "skills.config.yaml:4:3". */
  readonly from: string;
}

/** Skills in which the rule finds nothing, and in which it finds something. */
export interface OwnExamples {
  readonly good: readonly OwnExample[];
  readonly bad: readonly OwnExample[];
}

/** The files of an example by path, and the name of its directory. */
export interface OwnExample {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The directory of the skill relative to that of the config; without it, paths of the rule do not count. */
  readonly at?: string;
}

/** Rules that are ready to run, for a caller that has no config. */
export interface OwnRuleSet {
  readonly definitions: readonly { readonly id: string }[];
  /** Only the engine runs them. */
  readonly rules: readonly { readonly meta: RuleMeta; check(context: never): Iterable<unknown> }[];
  readonly severities: Readonly<Record<string, Severity | "off">>;
}

/** The shape of the id of such a rule: a prefix, so that it cannot be one of ours, and a name. */
export const ownIdShape = "^[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*$";

const ownId = /^[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether an id is that of a rule which no version of this program defines. */
export function isOwnId(id: string): boolean {
  return id.length <= 100 && ownId.test(id);
}
