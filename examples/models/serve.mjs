// What both adapters share: the protocol of `skills`, options, and requests over HTTP.
// The protocol: schemas/model-protocol.schema.json in the package skillwright
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

/**
 * @typedef {{ id: string, name: string, arguments: Record<string, unknown> }} Call
 * @typedef {{ role: "system" | "user" | "assistant" | "tool", content: string, calls?: Call[], callId?: string }} Message
 * @typedef {{ name: string, description: string, parameters: Record<string, unknown> }} Tool
 * @typedef {{ messages: Message[], tools: Tool[] }} Request
 * @typedef {{ text?: string, calls?: { name: string, arguments: unknown, id?: string }[] }} Reply
 * @typedef {{ url: string, headers: Record<string, string>, body: Record<string, unknown> }} Post
 * @typedef {{ model: string, baseUrl: string, key: string | undefined, body: Record<string, unknown> }} Options
 * @typedef {{ baseUrl: string, keyEnv: string }} Defaults
 */

/**
 * Answers each line of standard input by one line. An error is reported as a failure of the program, which never counts
 * as an answer of the model.
 *
 * @param {Defaults} defaults
 * @param {(options: Options, request: Request) => Promise<Reply>} answer
 */
export async function serve(defaults, answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const reply = await replyTo(JSON.parse(line), defaults, answer);
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}

/**
 * @param {{ type: string, protocol?: number } & Request} message
 * @param {Defaults} defaults
 * @param {(options: Options, request: Request) => Promise<Reply>} answer
 */
async function replyTo(message, defaults, answer) {
  try {
    const options = readOptions(defaults);
    if (message.type === "hello") return { type: "ready", protocol: 1 };
    return { type: "reply", ...(await answer(options, message)) };
  } catch (error) {
    return { type: "failure", message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The options --model NAME, --base-url URL, --key-env VARIABLE and --body JSON, whose members are added to each
 * request. The key is read from the environment, so that it appears in no list of processes.
 *
 * @param {Defaults} defaults
 * @returns {Options}
 */
function readOptions({ baseUrl, keyEnv }) {
  const { values } = parseArgs({
    options: {
      model: { type: "string" },
      "base-url": { type: "string", default: baseUrl },
      "key-env": { type: "string", default: keyEnv },
      body: { type: "string", default: "{}" },
    },
  });
  if (values.model === undefined) throw new Error("--model is missing");
  const key = process.env[values["key-env"]];
  if (!key && values["base-url"] === baseUrl) throw new Error(`${values["key-env"]} is not set`);
  return {
    model: values.model,
    baseUrl: values["base-url"].replace(/\/+$/, ""),
    key: key || undefined,
    body: JSON.parse(values.body),
  };
}

/** Codes of connections that were lost, such as an idle one that the server has closed. */
const lost = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"]);

/** How often a request is sent if the server is busy. */
const attempts = 3;

/**
 * Sends a request and returns the JSON of the answer. A busy server is asked again. Messages never contain the key.
 *
 * @param {Post} post
 * @param {string | undefined} key
 * @returns {Promise<any>}
 */
export async function send({ url, headers, body }, key) {
  for (let attempt = 1; ; attempt++) {
    const { ok, text, retry } = await ask(url, headers, body);
    if (ok) return parse(text, url);
    if (retry === undefined || attempt === attempts) {
      const said = key ? text.replaceAll(key, "…") : text;
      throw new Error(`${url}: ${said.replace(/\s+/g, " ").slice(0, 300)}`);
    }
    await wait(retry * attempt);
  }
}

/**
 * `retry`: milliseconds to wait before the request is sent again; absent if that is useless.
 *
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {Record<string, unknown>} body
 * @returns {Promise<{ ok: boolean, text: string, retry?: number }>}
 */
async function ask(url, headers, body) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      // The key must not go to another server.
      redirect: "error",
    });
    const text = await response.text();
    if (response.ok) return { ok: true, text };
    const after = response.headers.get("retry-after");
    const busy = response.status === 408 || response.status === 429 || response.status >= 500;
    const seconds = after === null ? 1 : Math.min(Number(after) || 0, 30);
    return { ok: false, text: `${response.status} ${text}`, ...(busy && { retry: seconds * 1000 }) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    return { ok: false, text: String(cause), ...(lost.has(code) && { retry: 1000 }) };
  }
}

/**
 * @param {string} text
 * @param {string} url
 */
function parse(text, url) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url}: the answer is not JSON: ${text.slice(0, 100)}`);
  }
}

/**
 * Names that both APIs accept for tools whose names they refuse, such as "org.search".
 *
 * @param {Tool[]} tools
 */
export function nameTools(tools) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const { name } of tools) {
    const plain = plainName(name);
    const taken = [...names.values()];
    let unique = plain;
    for (let number = 2; taken.includes(unique); number++) unique = `${plain.slice(0, 60)}_${number}`;
    names.set(name, unique);
  }
  const originals = new Map([...names].map(([name, sent]) => [sent, name]));
  return {
    /** @param {string} name */
    sent: (name) => names.get(name) ?? plainName(name),
    /** @param {string} sent */
    original: (sent) => originals.get(sent) ?? sent,
  };
}

/** @param {string} name */
function plainName(name) {
  return name.replace(/[^\w-]/g, "_").slice(0, 64) || "_";
}

/**
 * Whether a tool message answers a call of the message's model. If not, as in an agent without tools, it is text for
 * the model, and both APIs take it from the user.
 *
 * @param {Request} request
 * @returns {(message: Message) => boolean}
 */
export function answersCall({ messages, tools }) {
  const ids = new Set(messages.flatMap(({ calls = [] }) => calls.map(({ id }) => id)));
  return ({ callId }) => tools.length > 0 && callId !== undefined && ids.has(callId);
}
