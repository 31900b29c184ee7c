import type { ClientLoad } from "../../src/model/client-load.ts";
import type { Report } from "../../src/model/report.ts";

/** The files of a skill by path, with "/". */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** What the page asks the worker. */
export type Question =
  | { readonly kind: "examine"; readonly files: Files; readonly name: string; readonly client: string }
  | { readonly kind: "fix"; readonly files: Files; readonly name: string; readonly fingerprint: string }
  | { readonly kind: "unzip"; readonly bytes: Uint8Array };

/** What a client makes of the skill, in words. */
export interface LoadRow {
  readonly client: string;
  readonly title: string;
  readonly outcome: ClientLoad["outcome"];
  /** Why it is not loaded, or how it differs. */
  readonly words: string;
  readonly said?: string | undefined;
  readonly evidence: string;
}

/** What the model of one client reads. */
export interface Preview {
  readonly title: string;
  /** Why it reads nothing; absent if it reads something. */
  readonly problem?: string;
  /** The entry in the list of skills; absent if it is not recorded. */
  readonly listed?: string;
  readonly body?: string;
  /** Whether the client delivers the body, instead of the model opening the file. */
  readonly delivered?: boolean;
}

/** The estimated tokens of a part of the skill. */
export interface Cost {
  readonly what: string;
  readonly tokens: number;
}

export interface Examined {
  readonly report: Report;
  readonly loads: readonly LoadRow[];
  readonly preview: Preview;
  readonly costs: readonly Cost[];
}

/** What the worker answers, in the order of the questions. */
export type Answer =
  | { readonly kind: "examined"; readonly examined: Examined }
  | { readonly kind: "files"; readonly files: Files }
  | { readonly kind: "failed"; readonly message: string };

/** The clients that a skill can be previewed as, sent first. */
export interface Ready {
  readonly kind: "ready";
  readonly clients: readonly { readonly id: string; readonly title: string }[];
}
