import { catalogOfRun, playOnServer } from "../opencode-server.js";

/** @type {import("../types.js").Driver} */
export default {
  id: "kilo",
  packages: { "@kilocode/cli-linux-x64": "7.7.9" },
  releases: "@kilocode/cli",
  how: "serve, /skill of each project, as debug skill prints it",
  skills: ".agents/skills",
  slow: true,
  play: (stage, plays) => playOnServer(stage, plays, stage.installed("@kilocode/cli-linux-x64/bin/kilo")),
  catalog: (stage, play) =>
    catalogOfRun(stage, play, {
      program: stage.installed("@kilocode/cli-linux-x64/bin/kilo"),
      id: "kilo",
    }),
};
