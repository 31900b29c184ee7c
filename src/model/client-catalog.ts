/** A loaded skill that a client lists. */
export interface CatalogSkill {
  /** As the catalog calls it. */
  readonly name: string;
  /** The name of the skill's directory. */
  readonly directory: string;
  /** The absolute path of SKILL.md, which some clients list. */
  readonly path: string;
  /** The description as loaded; empty if there is none. */
  readonly description: string;
  /** The description as the model is shown it if the catalog has room: cut and escaped. */
  readonly listed: string;
}

/** Columns are those of a terminal, so that a Chinese character counts as two. */
export type TextUnit = "utf-16" | "code-points" | "columns";

/** How a client cuts one description. */
export interface DescriptionCut {
  /** Size of the longest description that is not cut, and of a cut one with its ellipsis. */
  readonly max: number;
  readonly unit: "utf-16" | "code-points";
  readonly ellipsis: string;
}

/** The text around the descriptions. */
export interface CatalogFormat {
  readonly before: string;
  readonly after: string;
  /** The text between two skills. */
  readonly separator: string;
  /** One skill; the description is escaped, and undefined if the client shows the name alone. */
  readonly entry: (skill: CatalogSkill, description: string | undefined) => string;
  /** How a description is escaped; absent if it is not. */
  readonly escape?: (description: string) => string;
  /** The skills that the budget leaves with their names alone, if the client lists them together at the end. */
  readonly others?: (names: readonly string[]) => string;
}

/** What a client does with a catalog over its budget. */
type CatalogOverflow =
  /** Every name is listed; in the order of the catalog, each description is shown if it still fits. */
  | "fill"
  /** Skills are listed whole up to the first that does not fit; the others by name. */
  | "prefix"
  /** Only the first line of each description is shown, even if the catalog is still over the budget. */
  | "first-lines";

/** A budget in the units of the text. */
interface TextBudget {
  readonly overflow: CatalogOverflow;
  readonly unit: TextUnit;
  readonly limit: number;
  /** What the client's own skills take of it before the user's. */
  readonly own: number;
  /** What the limit depends on, such as the model. */
  readonly assumes: string;
}

/** A skill that comes with the client, in a directory of its name; its description is ASCII. */
export interface OwnSkill {
  readonly name: string;
  /** Length of its description. */
  readonly characters: number;
}

/** A budget that all descriptions share: each gets one more character in turn until none fits. */
export interface EvenBudget {
  readonly overflow: "evenly";
  /** Of four bytes, rounded up for each skill. */
  readonly unit: "tokens";
  readonly limit: number;
  /** The context window, in tokens, of which the limit is a share; absent if it does not depend on it. */
  readonly window?: number;
  readonly own: readonly OwnSkill[];
  readonly assumes: string;
}

export type CatalogBudget = TextBudget | EvenBudget;

/** "locale": as a reader expects, without regard to case; "code-units": A and Z before a. */
interface CatalogOrder {
  readonly by: "name" | "directory";
  readonly compare: "locale" | "code-units";
}

/** How a client lists its skills to the model. */
export interface CatalogRules {
  /** "file-system": as directories are read, which differs between machines. */
  readonly order: CatalogOrder | "file-system";
  /** Absent if descriptions are listed whole. */
  readonly cut?: DescriptionCut;
  readonly format: CatalogFormat;
  /** The client lists names only, whatever the budget. */
  readonly namesOnly?: true;
  /** "unknown" if there may be one. */
  readonly budget: CatalogBudget | "none" | "unknown";
}

/** "cut": a part of the description is shown; "name-only": none of it; "absent": the catalog omits the skill. */
export type CatalogState = "whole" | "cut" | "name-only" | "absent";

export interface CatalogEntry {
  readonly skill: CatalogSkill;
  readonly state: CatalogState;
  /** What the model is shown of the description, with the ellipsis of a cut; absent if nothing is. */
  readonly shown?: string;
}

/** The catalog that a client shows to the model, without the client's own skills. */
export interface ClientCatalog {
  readonly text: string;
  /** In the order of the catalog. */
  readonly entries: readonly CatalogEntry[];
  /** Size of the catalog with all descriptions, and with the client's own skills, in the unit of the budget. */
  readonly needed?: number;
}

/** A description to shorten so that the client shows it and all others whole. */
export interface Shortening {
  readonly skill: CatalogSkill;
  /** Characters to remove. */
  readonly save: number;
}

/** How a set of skills would fit; undefined if it cannot by shorter descriptions alone. */
export interface CatalogPlan {
  readonly shorten: readonly Shortening[];
  /** Descriptions of several lines that have to be written on one. */
  readonly join: readonly CatalogSkill[];
}
