// A model behind an OpenAI-compatible API (chat completions), for `skills test` and `skills run`:
//
//   OPENAI_API_KEY=… skills test my-skill --model command:'node openai.mjs --model NAME'
//   skills test my-skill --model command:'node openai.mjs --model NAME --base-url http://127.0.0.1:11434/v1'
import { answersCall, nameTools, send, serve } from "./serve.mjs";

const defaults = { baseUrl: "https://api.openai.com/v1", keyEnv: "OPENAI_API_KEY" };

await serve(defaults, async ({ model, baseUrl, key, body }, request) => {
  const names = nameTools(request.tools);
  const answer = await send(
    {
      url: `${baseUrl}/chat/completions`,
      headers: key ? { authorization: `Bearer ${key}` } : {},
      body: {
        model,
        messages: toMessages(request, names),
        ...(request.tools.length > 0 && { tools: toTools(request.tools, names) }),
        ...body,
      },
    },
    key,
  );
  return toReply(answer, names);
});

/**
 * @param {import("./serve.mjs").Request} request
 * @param {ReturnType<typeof nameTools>} names
 */
function toMessages(request, names) {
  const isAnswer = answersCall(request);
  return request.messages.map((message) => {
    const { role, content, calls = [], callId } = message;
    if (role === "tool")
      return isAnswer(message) ? { role, content, tool_call_id: callId } : { role: "user", content };
    if (role !== "assistant" || calls.length === 0 || request.tools.length === 0) return { role, content };
    return {
      role,
      content: content === "" ? null : content,
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: "function",
        function: { name: names.sent(call.name), arguments: JSON.stringify(call.arguments) },
      })),
    };
  });
}

/**
 * @param {import("./serve.mjs").Tool[]} tools
 * @param {ReturnType<typeof nameTools>} names
 */
function toTools(tools, names) {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name: names.sent(name), description, parameters: { type: "object", ...parameters } },
  }));
}

/**
 * @param {any} answer
 * @param {ReturnType<typeof nameTools>} names
 */
function toReply(answer, names) {
  const choice = answer.choices?.[0];
  if (!choice?.message) throw new Error(`the answer has no message: ${JSON.stringify(answer).slice(0, 200)}`);
  if (choice.finish_reason === "length") throw new Error("the answer was cut; raise the limit with --body");
  const { content, refusal, tool_calls: calls } = choice.message;
  const text = content ?? refusal ?? "";
  if (!calls?.length) return { text };
  return {
    ...(text !== "" && { text }),
    calls: calls.map((/** @type {any} */ { id, function: called }) => ({
      name: names.original(called.name),
      arguments: toArguments(called),
      ...(id && { id }),
    })),
  };
}

/** @param {{ name: string, arguments?: string }} called */
function toArguments({ name, arguments: written }) {
  try {
    return JSON.parse(written || "{}");
  } catch {
    throw new Error(`the model called ${name} with arguments that are not JSON: ${written?.slice(0, 100)}`);
  }
}
