import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "install-unpinned",
    category: "security",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/using-scripts#one-off-commands",
    summary: "Reports a package that is installed without a version or a lock file, such as `pip install x`.",
    why: "It installs the newest release, so a later release, or a new owner of the package's name, changes what runs.",
    remedy: "Pin the version, or install from a lock file.",
    severity: "info",
    words: [
      "pip install",
      "pip3 install",
      "npm install",
      "npm i ",
      "yarn global",
      "pnpm add",
      "bun add",
      "gem install",
      "cargo install",
      "go install",
      "uv pip install",
      "pipx install",
      "uv tool install",
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /^[ \t$]*(?:sudo[ \t]+)?(?:(?:python[\d.]*[ \t]+-m[ \t]+)?pip3?[ \t]+install|uv[ \t]+(?:pip|tool)[ \t]+install|pipx[ \t]+install|npm[ \t]+(?:install|i)[ \t]+(?:-g|--global)|(?:pnpm|bun)[ \t]+add[ \t]+(?:-g|--global)|yarn[ \t]+global[ \t]+add|gem[ \t]+install|cargo[ \t]+install|go[ \t]+install)[ \t]+(?:-[\w-]+[ \t]+){0,8}(?![-./$<{"']|(?:pip3?|setuptools|wheel|npm|corepack)(?:\s|$)|[\w.-]+\/(?:\s|$)|\S*(?:[=<>~]=|.@[\w^~]|[<{]|\.(?:whl|tgz|gz|txt)\b)|git\+)([\w@./[\]-]{2,80})(?=\s|$)/gm,
    settings: ["script", "shell"],
    warnedBy: "sentence",
  },
  say: ({ match }) => `package ${quote(match[1]!, 60)} is unpinned; pin its version`,
});
