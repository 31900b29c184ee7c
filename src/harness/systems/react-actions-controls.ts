import { quote } from "../../core/show.ts";
import { readTools } from "../../model/tool-list.ts";
import type { SubsetValue } from "./react-actions-frontmatter.ts";

/** What a skill says of how it is to be used. */
export interface Controls {
  readonly version: string | undefined;
  readonly author: string | undefined;
  /** Left out of the index that the model is shown. */
  readonly disableModelInvocation: boolean;
  /** A person may start it by its name. */
  readonly userInvocable: boolean;
  /** Absent where it allows all. */
  readonly allowedTools: readonly string[] | undefined;
  readonly runMode: "inline" | "subagent";
}

export type SkillFields =
  | { readonly name: string; readonly description: string; readonly controls: Controls }
  | { readonly objection: string };

/** Reads the fields that the agent knows; the rest is nothing to it. */
export function readControls(fields: ReadonlyMap<string, SubsetValue>): SkillFields {
  let objection: string | undefined;
  const object = (key: string, expected: string): void => {
    objection ??= `its field ${quote(key)} is ${tell(fields.get(key))}, expected ${expected}`;
  };
  const text = (key: string): string | undefined => {
    const value = fields.get(key);
    if (Array.isArray(value)) object(key, "a string");
    return typeof value === "string" ? value : undefined;
  };
  const truth = (key: string, usual: boolean): boolean => {
    const written = text(key)?.toLowerCase();
    if (written !== undefined && written !== "true" && written !== "false") object(key, "true or false");
    return written === undefined ? usual : written === "true";
  };
  const required = (key: string): string => {
    const value = text(key) ?? "";
    if (value.trim() === "") object(key, "a string that is not empty");
    return value;
  };
  const mode = text("run-mode") ?? "inline";
  const runMode = mode === "subagent" ? mode : "inline";
  const name = required("name");
  const description = required("description");
  const controls = {
    version: text("version"),
    author: text("author"),
    disableModelInvocation: truth("disable-model-invocation", false),
    userInvocable: truth("user-invocable", true),
    allowedTools: toolsOf(fields.get("allowed-tools")),
    runMode,
  } as const;
  if (runMode !== mode) object("run-mode", '"inline" or "subagent"');
  return objection === undefined ? { name, description, controls } : { objection };
}

function toolsOf(value: SubsetValue | undefined): readonly string[] | undefined {
  return typeof value === "string" ? readTools(value).tools : value;
}

function tell(value: SubsetValue | undefined): string {
  if (value === undefined) return "absent";
  return typeof value === "string" ? quote(value, 60) : "a list";
}
