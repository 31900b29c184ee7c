import { stripVTControlCharacters } from "node:util";

/** @type {import("../types.js").Driver} */
export default {
  id: "vercel-skills-cli",
  packages: { skills: "1.7.4" },
  how: "add . --list",
  skills: ".agents/skills",
  parallel: 2,
  play(stage, plays) {
    return stage.each(plays, async ({ project, home }) => {
      const { stdout } = await stage.run(
        [stage.node, stage.installed("skills/bin/cli.mjs"), "add", ".", "--list"],
        { cwd: project, home },
      );
      const [, drawn] = stripVTControlCharacters(stdout).split(/◇ +Available Skills\n/);
      if (drawn === undefined) {
        const said = /└ +(No valid skills found.*)/.exec(stripVTControlCharacters(stdout))?.[1];
        if (said === undefined) throw new Error(`no list in ${stdout.slice(0, 500)}`);
        return { outcome: "not-loaded", said };
      }
      const [, name = "", description = ""] =
        /^│ {4}(\S.*)\n(?:│\n│ {6}([^]*?)\n)?\n?│?\n*└/m.exec(drawn) ?? [];
      if (name === "") throw new Error(`no skill in ${drawn.slice(0, 500)}`);
      return { outcome: "loads", name, description: description.replaceAll("\n│      ", "\n") };
    });
  },
};
