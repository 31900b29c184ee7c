import { asked, offering, textWith } from "../real.js";
import { playOnServer } from "../opencode-server.js";

/** @type {import("../types.js").Driver} */
export default {
  id: "opencode",
  packages: { "opencode-ai": "1.18.33" },
  how: "serve, /skill of each project, as debug skill prints it",
  skills: ".agents/skills",
  play: (stage, plays) => playOnServer(stage, plays, stage.installed("opencode-linux-x64/bin/opencode")),
  async catalog(stage, { project, home }) {
    const { url, requests } = stage.converse(() => undefined);
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${url}/v1`, apiKey: "x" },
      models: { mock: {} },
    };
    const config = JSON.stringify({ provider: { mock: provider }, model: "mock/mock" });
    const finished = await stage.run([stage.installed("opencode-linux-x64/bin/opencode"), "run", "hi"], {
      cwd: project,
      home,
      env: { OPENCODE_CONFIG_CONTENT: config },
    });
    const text = textWith(offering(asked(requests, finished), "skill"), "<available_skills>");
    return /<available_skills>[^]*<\/available_skills>/.exec(text)?.[0] ?? "";
  },
};
