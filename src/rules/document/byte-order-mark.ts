import { withClientFindings } from "../parts/client-findings.ts";
import { nameClients, severityAmong } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";

/**
 * Loaders that find no frontmatter after the mark, best known first, as determined by running or reading their code.
 */
const drops = [
  "Codex CLI",
  "Gemini CLI",
  "Factory Droid",
  "Continue",
  "pi",
  "ElizaOS",
  "Spring AI agent utils",
  "harness9",
  "deepagents",
  "Google ADK",
  "CrewAI",
  "Spring AI Alibaba",
  "fast-agent",
  "pydantic-ai-skills",
  "bub",
  "Agio",
] as const;

export default defineRule({
  meta: {
    id: "byte-order-mark",
    category: "portability",
    origin: "reference",
    source:
      "https://github.com/openai/codex/blob/e51b9d1d5654b70b31cfd7cd935ebc25ea896576/codex-rs/core-skills/src/loader.rs",
    summary: "Reports a byte-order mark before the frontmatter.",
    why: "Editors do not show the mark, and a client that expects `---` first does not find the frontmatter: it does not load the skill, mostly without a message.",
    remedy: "Save the file as UTF-8 without a byte-order mark.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: skill, ...chosen }) {
    const { document } = skill;
    if (!document?.text.byteOrderMark || document.source.encoding !== "utf-8")
      return withClientFindings(skill, ["byte-order-mark"], []);
    const { file, source } = document;
    const range = source.range(0, 1);
    const message = `file starts with a byte-order mark; ${nameClients(drops, chosen)} do not load the skill`;
    const fixes = [
      {
        title: "Remove the byte-order mark",
        safe: true,
        operations: [{ kind: "edit", file, range, text: "" }],
      },
    ] as const;
    return [
      {
        file,
        range,
        refusals: [{ reason: "byte-order-mark" }],
        message,
        fixes,
        ...severityAmong(drops, chosen),
      },
    ];
  },
});
