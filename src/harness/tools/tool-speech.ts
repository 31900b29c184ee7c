import type { ModelReply, Speech } from "../../model/agent.ts";

/** How the model calls tools in a system that uses the shared file tools. */
export function speakWithTools(activate: Speech["activate"]): Speech {
  return {
    activate,
    read: ({ path }, file) => callTool("read_file", { path: `${path}/${file}` }),
    run: ({ path }, file, args) => callTool("run_script", { path: `${path}/${file}`, args }),
    finish: (text) => ({ text }),
  };
}

export function callTool(name: string, args: Readonly<Record<string, unknown>>): ModelReply {
  return { calls: [{ name, arguments: args }] };
}
