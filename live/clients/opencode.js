import { catalogOfRun, playOnServer } from "../opencode-server.js";

/** @type {import("../types.js").Driver} */
export default {
  id: "opencode",
  packages: { "opencode-ai": "1.18.33" },
  how: "serve, /skill of each project, as debug skill prints it",
  skills: ".agents/skills",
  play: (stage, plays) => playOnServer(stage, plays, stage.installed("opencode-linux-x64/bin/opencode")),
  catalog: (stage, play) =>
    catalogOfRun(stage, play, {
      program: stage.installed("opencode-linux-x64/bin/opencode"),
      id: "opencode",
    }),
};
