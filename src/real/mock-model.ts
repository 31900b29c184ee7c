import { createServer } from "node:http";
import type { Answer, Call, Conversation, ModelRequest } from "./types.ts";

/** A model server for every client. */
export interface MockModel {
  /** Opens a conversation, which has a path of its own. */
  converse(answer: Answer): Conversation;
  close(): void;
}

/** A socket in the file system, which namespaces share, and the port at which clients reach it. */
export interface ModelSocket {
  readonly path: string;
  readonly port: number;
}

interface Open {
  readonly answer: Answer;
  readonly requests: ModelRequest[];
  turn: number;
}

/** What a protocol puts into its own form. */
interface Reply {
  readonly model: string;
  readonly stream: boolean;
  readonly call: Call | undefined;
  readonly id: string;
}

interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * Starts a model that speaks Anthropic Messages, OpenAI Chat and Responses, and Gemini. It records each request, and
 * answers with the tool call that the conversation asks for, else with "ok". It listens on a free port of loopback, or
 * on a socket.
 */
export async function startMockModel(socket?: ModelSocket): Promise<MockModel> {
  const conversations = new Map<string, Open>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [, key = "", ...rest] = (request.url ?? "").split("/");
      const open = conversations.get(key);
      const path = `/${rest.join("/").replace(/\?.*/, "")}`;
      const text = Buffer.concat(chunks).toString("utf8");
      const answer = open ? answerTo(open, path, text) : notFound;
      response.writeHead(answer.status, { "content-type": answer.type });
      response.end(answer.text);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if (socket) server.listen(socket.path, () => resolve());
    else server.listen(0, "127.0.0.1", () => resolve());
  });
  const address = server.address();
  const port = socket?.port ?? (typeof address === "object" && address ? address.port : 0);
  return {
    converse(answer) {
      const key = `c${conversations.size}`;
      const open: Open = { answer, requests: [], turn: 0 };
      conversations.set(key, open);
      return { url: `http://127.0.0.1:${port}/${key}`, requests: open.requests };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const notFound: HttpAnswer = {
  status: 404,
  type: "application/json",
  text: '{"error":{"message":"not found"}}',
};

function answerTo(open: Open, path: string, text: string): HttpAnswer {
  if (path.endsWith("/models")) return json({ object: "list", data: [{ id: "mock", object: "model" }] });
  if (path.endsWith("/count_tokens")) return json({ input_tokens: 10 });
  if (path.endsWith(":countTokens")) return json({ totalTokens: 10 });
  const protocol = protocols.find(({ ends }) => ends.test(path));
  if (!protocol) return notFound;
  const body = fieldsOf(parsed(text));
  const request = { path, body: text, tools: toolsOf(body) };
  open.requests.push(request);
  const call = request.tools.size > 0 ? open.answer(request, open.turn) : undefined;
  if (call) open.turn += 1;
  const { model } = body;
  return protocol.answer({
    model: typeof model === "string" ? model : "mock",
    stream: body["stream"] === true || path.includes(":stream"),
    call,
    id: `call_${open.requests.length}`,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The tools that a request offers, in the form of any of the protocols. */
function toolsOf(body: Fields): ReadonlyMap<string, string> {
  const declared = listOf(body["tools"]).flatMap((each): readonly unknown[] => {
    const tool = fieldsOf(each);
    return Array.isArray(tool["functionDeclarations"])
      ? tool["functionDeclarations"]
      : [tool["function"] ?? tool];
  });
  return new Map(
    declared.map((each) => {
      const { name, description } = fieldsOf(each);
      return [String(name), String(description ?? "")];
    }),
  );
}

const protocols: readonly { readonly ends: RegExp; readonly answer: (reply: Reply) => HttpAnswer }[] = [
  { ends: /\/messages$/, answer: anthropic },
  { ends: /\/chat\/completions$/, answer: chat },
  { ends: /\/responses$/, answer: responses },
  { ends: /:(streamGenerateContent|generateContent)$/, answer: gemini },
];

function anthropic({ model, stream, call, id }: Reply): HttpAnswer {
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

function chat({ model, stream, call, id }: Reply): HttpAnswer {
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

function responses({ model, stream, call, id }: Reply): HttpAnswer {
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

function gemini({ stream, call }: Reply): HttpAnswer {
  const part = call ? { functionCall: { name: call.tool, args: call.input } } : { text: "ok" };
  const answer = {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
  return stream ? events([answer]) : json(answer);
}

function json(value: unknown): HttpAnswer {
  return { status: 200, type: "application/json", text: JSON.stringify(value) };
}

/** Server-sent events. */
function events(values: readonly (Fields & { readonly type?: string })[], last = ""): HttpAnswer {
  const lines = values.map(
    (value) => `${value.type ? `event: ${value.type}\n` : ""}data: ${JSON.stringify(value)}\n\n`,
  );
  return { status: 200, type: "text/event-stream", text: lines.join("") + last };
}
