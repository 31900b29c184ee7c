import type { ModelReply } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import { series } from "../../core/sentence.ts";

export type Members = Readonly<Record<string, unknown>>;

type Call = NonNullable<ModelReply["calls"]>[number];

/** No tool takes arguments nested deeper, and what prints a trace goes down by recursion. */
const deepest = 64;

/** A reply out of a stranger's JSON; the objection continues "gave …". */
export function readReply(members: Members): ModelReply | { readonly objection: string } {
  const { text, calls, ...more } = members;
  const [other] = Object.keys(more);
  if (other !== undefined) return { objection: `a reply a ${quote(other)}, expected "text" or "calls"` };
  if (text === undefined && calls === undefined) return { objection: 'a reply neither "text" nor "calls"' };
  if (text !== undefined && typeof text !== "string")
    return { objection: `a reply a "text" that is ${kindOf(text)}, expected a string` };
  const read = calls === undefined ? undefined : readCalls(calls);
  if (typeof read === "string") return { objection: read };
  return { ...(text !== undefined && { text }), ...(read && { calls: read }) };
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readCalls(calls: unknown): readonly Call[] | string {
  if (!Array.isArray(calls)) return `a reply "calls" that are ${kindOf(calls)}, expected a list`;
  const read: Call[] = [];
  for (const [index, call] of calls.entries()) {
    const one = readCall(call);
    if (typeof one === "string") return `call ${index + 1} of a reply ${one}`;
    read.push(one);
  }
  return read;
}

function readCall(call: unknown): Call | string {
  if (!isMembers(call)) return `the form of ${kindOf(call)}, expected an object`;
  const { name, arguments: given, id, ...more } = call;
  const [other] = Object.keys(more);
  if (other !== undefined)
    return `a ${quote(other)}, expected ${series(
      ["name", "arguments", "id"].map((key) => quote(key)),
      "or",
    )}`;
  if (typeof name !== "string") return 'no "name" that is a string';
  if (!isMembers(given)) return `"arguments" that are ${kindOf(given)}, expected an object`;
  if (isDeeper(given, deepest)) return `"arguments" more than ${deepest} levels deep`;
  if (id !== undefined && typeof id !== "string") return `an "id" that is ${kindOf(id)}, expected a string`;
  return { name, arguments: given, ...(id !== undefined && { id }) };
}

function isDeeper(value: unknown, levels: number): boolean {
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
