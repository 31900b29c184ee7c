import type { Answer, Finished, ModelRequest } from "./types.ts";

/** Every string of a value, depth first. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Every string of a request. */
export function textsOf(request: ModelRequest | undefined): readonly string[] {
  return request ? stringsIn(JSON.parse(request.body)) : [];
}

/** The text of a request that contains a phrase. */
export function textWith(request: ModelRequest | undefined, phrase: string): string {
  return textsOf(request).find((text) => text.includes(phrase)) ?? "";
}

/**
 * The requests of a client. Throws if there is none, or if the time limit ended the client, which may have more to say:
 * neither is an answer about the skill.
 */
export function asked(
  requests: readonly ModelRequest[],
  { stderr, status }: Finished,
): readonly ModelRequest[] {
  if (requests.length > 0 && status !== null) return requests;
  const problem =
    requests.length > 0 ? "ran out of time" : `asked the model nothing and ended with ${status}`;
  throw new Error(`the client ${problem}:\n${stderr.slice(-1000)}`);
}

/** The first request that offers a tool. */
export function offering(requests: readonly ModelRequest[], tool: string): ModelRequest | undefined {
  return requests.find(({ tools }) => tools.has(tool));
}

/** What the tool calls returned, as the last request with tools repeats it. */
export function toolResults(requests: readonly ModelRequest[]): readonly (readonly string[])[] {
  const last = requests.findLast(({ tools }) => tools.size > 0);
  return last ? resultsIn(last) : [];
}

/**
 * What the tool calls returned that a request repeats, in the order of the calls: one text for each block of content.
 * Text of the user that follows a result in the same message belongs to it.
 */
export function resultsIn({ body }: ModelRequest): readonly (readonly string[])[] {
  const { messages = [], input, contents = [] }: Conversational = JSON.parse(body);
  return [
    ...messages.flatMap(resultsOfMessage),
    ...(Array.isArray(input) ? input : []).flatMap((item: Item) =>
      item.type === "function_call_output" ? [blocks(item.output ?? "")] : [],
    ),
    ...contents.flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionResponse }) =>
        functionResponse ? [stringsIn(functionResponse.response)] : [],
      ),
    ),
  ];
}

/** The last result, its blocks in one text; "" if there is none. */
export function lastResult(request: ModelRequest): string {
  return resultsIn(request).at(-1)?.join("") ?? "";
}

/** What the protocols have in common: a list of messages, whose contents are text or blocks. */
interface Conversational {
  readonly messages?: readonly Message[];
  readonly input?: unknown;
  readonly contents?: readonly { readonly parts?: readonly Part[] }[];
}

interface Message {
  readonly role: string;
  readonly content: Content | null;
}

interface Item {
  readonly type?: string;
  readonly output?: Content;
}

interface Part {
  readonly functionResponse?: { readonly response?: unknown };
}

type Content = string | readonly Block[];

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: Content;
}

function resultsOfMessage({ role, content }: Message): readonly (readonly string[])[] {
  if (role === "tool") return [blocks(content ?? "")];
  if (content === null || typeof content === "string") return [];
  const result = content.find(({ type }) => type === "tool_result");
  if (!result) return [];
  const texts = content.filter(({ type }) => type === "text").map(({ text = "" }) => text);
  return [[...blocks(result.content ?? ""), ...texts]];
}

function blocks(content: Content): readonly string[] {
  return typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
}

/** Calls the skill tool once with each name. */
export const callingEach =
  (tool: string, parameter: string, names: (request: ModelRequest) => readonly string[]): Answer =>
  (request, turn) => {
    if (!request.tools.has(tool)) return undefined;
    const name = [...new Set(names(request))][turn];
    return name === undefined ? undefined : { tool, input: { [parameter]: name } };
  };
