import { readFileSync } from "node:fs";
import type { Environment } from "./inputs.ts";

/** The event that started a workflow (docs.github.com, "Webhook events and payloads"). */
export interface Event {
  readonly name: string;
  /** Whether the event proposes a change, such as a pull request. */
  readonly proposes: boolean;
  /** The commits before and after the change; absent if the event has none. */
  readonly base?: string;
  readonly head?: string;
}

const proposals: readonly string[] = ["pull_request", "pull_request_target", "merge_group"];

export function readEvent(env: Environment): Event {
  const name = env["GITHUB_EVENT_NAME"] ?? "";
  const payload = readPayload(env["GITHUB_EVENT_PATH"]);
  const [base, head] = commitsOf(name).map((keys) => commitAt(payload, keys));
  return {
    name,
    proposes: proposals.includes(name),
    ...(base !== undefined && { base }),
    ...(head !== undefined && { head }),
  };
}

function commitsOf(name: string): readonly (readonly string[])[] {
  if (name === "push") return [["before"], ["after"]];
  if (name === "merge_group")
    return [
      ["merge_group", "base_sha"],
      ["merge_group", "head_sha"],
    ];
  return [
    ["pull_request", "base", "sha"],
    ["pull_request", "head", "sha"],
  ];
}

/** Accepts only commit ids: the value is passed to git. */
function commitAt(payload: unknown, keys: readonly string[]): string | undefined {
  let value = payload;
  for (const key of keys)
    value =
      typeof value === "object" && value !== null
        ? Object.entries(value).find(([name]) => name === key)?.[1]
        : undefined;
  return typeof value === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value) ? value : undefined;
}

/** Undefined if the payload cannot be read. */
function readPayload(file: string | undefined): unknown {
  if (!file) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
