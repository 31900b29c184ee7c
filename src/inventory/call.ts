import type { ShellWord } from "../parse/script/shell-frames.ts";
import type { Region } from "./regions.ts";

/** A call of a program with its arguments, in a script or a text of the skill. */
export interface Call {
  readonly region: Region;
  readonly words: readonly ShellWord[];
  /** Names of functions that are defined in the same text, and so are not programs. */
  readonly functions: ReadonlySet<string>;
  /** Whether a script contains the call; otherwise the text directs the agent to run it. */
  readonly script: boolean;
}
