// One model server on loopback for every client: Anthropic Messages, OpenAI Chat and Responses, Gemini.
// It writes down each request, and answers with a tool call where the driver asks for one, else with "ok".
import { createServer } from "node:http";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Call} Call */
/** @typedef {import("./types.js").Conversation} Conversation */
/** @typedef {import("./types.js").Request} Request */
/** @typedef {{ answer: Answer, requests: Request[], turn: number }} Open */
/** @typedef {{ model: string, stream: boolean, call: Call | undefined, id: string }} Reply */

/** Starts the server; each conversation has a path of its own. */
export async function startMock() {
  /** @type {Map<string, Open>} */
  const conversations = new Map();
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const [, key = "", ...rest] = (request.url ?? "").split("/");
      const open = conversations.get(key);
      const path = `/${rest.join("/").replace(/\?.*/, "")}`;
      const { status, type, text } = open
        ? reply(open, path, Buffer.concat(chunks).toString("utf8"))
        : notFound;
      response.writeHead(status, { "content-type": type });
      response.end(text);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    /** @param {Answer} answer @returns {Conversation} */
    converse(answer) {
      const key = `c${conversations.size}`;
      /** @type {Open} */
      const open = { answer, requests: [], turn: 0 };
      conversations.set(key, open);
      return { url: `http://127.0.0.1:${port}/${key}`, requests: open.requests };
    },
    close: () => server.closeAllConnections?.() ?? server.close(),
  };
}

const notFound = { status: 404, type: "application/json", text: '{"error":{"message":"not found"}}' };

/** @param {Open} open @param {string} path @param {string} text */
function reply(open, path, text) {
  if (path.endsWith("/models")) return json({ object: "list", data: [{ id: "mock", object: "model" }] });
  if (path.endsWith("/count_tokens")) return json({ input_tokens: 10 });
  if (path.endsWith(":countTokens")) return json({ totalTokens: 10 });
  const protocol = protocols.find(({ ends }) => ends.test(path));
  if (!protocol) return notFound;
  const body = parsed(text);
  const request = { path, body: text, tools: toolsOf(body) };
  open.requests.push(request);
  const call = request.tools.size > 0 ? open.answer(request, open.turn) : undefined;
  if (call) open.turn += 1;
  const stream = body.stream === true || path.includes(":stream");
  return protocol.answer({
    model: String(body.model ?? "mock"),
    stream,
    call,
    id: `call_${open.requests.length}`,
  });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * The tools that a request offers, in the form of any of the protocols.
 * @param {{ tools?: readonly any[] }} body
 * @returns {Map<string, string>}
 */
function toolsOf({ tools = [] }) {
  const named = tools
    .flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool])
    .map(({ name, description }) => /** @type {const} */ ([String(name), String(description ?? "")]));
  return new Map(named);
}

/** @type {readonly { ends: RegExp, answer: (reply: Reply) => typeof notFound }[]} */
const protocols = [
  { ends: /\/messages$/, answer: anthropic },
  { ends: /\/chat\/completions$/, answer: chat },
  { ends: /\/responses$/, answer: responses },
  { ends: /:(streamGenerateContent|generateContent)$/, answer: gemini },
];

/** @param {Reply} reply */
function anthropic({ model, stream, call, id }) {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const content = call
    ? { type: "tool_use", id: `toolu_${id}`, name: call.tool, input: call.input }
    : { type: "text", text: "ok" };
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model, usage };
  const stop = { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null };
  if (!stream) return json({ ...message, content: [content], ...stop });
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
    : { type: "text_delta", text: "ok" };
  const start = call ? { ...content, input: {} } : { type: "text", text: "" };
  return events([
    { type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block: start },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: stop, usage },
    { type: "message_stop" },
  ]);
}

/** @param {Reply} reply */
function chat({ model, stream, call, id }) {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const toolCalls = call && [
    { index: 0, id, type: "function", function: { name: call.tool, arguments: JSON.stringify(call.input) } },
  ];
  const message = {
    role: "assistant",
    content: call ? null : "ok",
    ...(toolCalls ? { tool_calls: toolCalls } : {}),
  };
  const stop = call ? "tool_calls" : "stop";
  const common = { id: `chatcmpl-${id}`, created: 1, model };
  if (!stream) {
    const choices = [{ index: 0, message, finish_reason: stop }];
    return json({ ...common, object: "chat.completion", choices, usage });
  }
  const chunk = { ...common, object: "chat.completion.chunk" };
  return events(
    [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: stop }], usage },
    ],
    "data: [DONE]\n\n",
  );
}

/** @param {Reply} reply */
function responses({ model, stream, call, id }) {
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const item = call
    ? {
        type: "function_call",
        id: `fc_${id}`,
        call_id: id,
        name: call.tool,
        arguments: JSON.stringify(call.input),
      }
    : {
        type: "message",
        id: `msg_${id}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "ok", annotations: [] }],
      };
  const response = { id: `resp_${id}`, object: "response", created_at: 1, model, status: "completed" };
  if (!stream) return json({ ...response, output: [item], usage });
  return events([
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...response, output: [item], usage } },
  ]);
}

/** @param {Reply} reply */
function gemini({ stream, call }) {
  const part = call ? { functionCall: { name: call.tool, args: call.input } } : { text: "ok" };
  const answer = {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
  return stream ? events([answer]) : json(answer);
}

/** @param {unknown} value */
function json(value) {
  return { status: 200, type: "application/json", text: JSON.stringify(value) };
}

/** Server-sent events. @param {readonly ({ type?: string } & Record<string, unknown>)[]} values */
function events(values, last = "") {
  const lines = values.map(
    (value) => `${value.type ? `event: ${value.type}\n` : ""}data: ${JSON.stringify(value)}\n\n`,
  );
  return { status: 200, type: "text/event-stream", text: lines.join("") + last };
}
