import type { ModelReply } from "../../model/agent.ts";
import { isObject } from "../../core/is-object.ts";
import { quote } from "../../core/show.ts";
import { series } from "../../core/sentence.ts";

export type Members = Readonly<Record<string, unknown>>;

type Call = NonNullable<ModelReply["calls"]>[number];

/** Greater than the depth of any tool's arguments. It is limited because printing a trace is recursive. */
const deepest = 64;

/** Reads a reply from untrusted JSON. The objection continues a message after the word "sent". */
export function readReply(members: Members): ModelReply | { readonly objection: string } {
  const { text, calls, ...more } = members;
  const [other] = Object.keys(more);
  if (other !== undefined)
    return { objection: `a reply with an unknown key ${quote(other)}; use "text" or "calls"` };
  if (text === undefined && calls === undefined)
    return { objection: 'a reply with neither "text" nor "calls"' };
  if (text !== undefined && typeof text !== "string")
    return { objection: `a reply whose "text" is ${kindOf(text)}; it must be a string` };
  const read = calls === undefined ? undefined : readCalls(calls);
  if (typeof read === "string") return { objection: read };
  return { ...(text !== undefined && { text }), ...(read && { calls: read }) };
}

function readCalls(calls: unknown): readonly Call[] | string {
  if (!Array.isArray(calls)) return `a reply whose "calls" is ${kindOf(calls)}; it must be a list`;
  const read: Call[] = [];
  for (const [index, call] of calls.entries()) {
    const one = readCall(call);
    if (typeof one === "string") return `a reply whose call ${index + 1} ${one}`;
    read.push(one);
  }
  return read;
}

function readCall(call: unknown): Call | string {
  if (!isObject(call)) return `is ${kindOf(call)}; it must be an object`;
  const { name, arguments: given, id, ...more } = call;
  const [other] = Object.keys(more);
  if (other !== undefined)
    return `has an unknown key ${quote(other)}; use ${series(
      ["name", "arguments", "id"].map((key) => quote(key)),
      "or",
    )}`;
  if (typeof name !== "string") return 'has no "name"; it must be a string';
  if (!isObject(given)) return `has "arguments" that are ${kindOf(given)}; they must be an object`;
  if (isDeeper(given, deepest)) return `has "arguments" nested more than ${deepest} levels deep`;
  if (id !== undefined && typeof id !== "string")
    return `has an "id" that is ${kindOf(id)}; it must be a string`;
  return { name, arguments: given, ...(id !== undefined && { id }) };
}

/** Whether a value of parsed JSON has more levels of nesting. */
export function isDeeper(value: unknown, levels: number): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
  );
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return value === null ? "null" : "absent";
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  return `a ${typeof value}`;
}
