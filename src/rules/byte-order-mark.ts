import { seriesAtMost } from "../core/sentence.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";

/** Loaders that find no frontmatter behind the mark: their own code was run or read; those that most people know come first. */
const drops = [
  "Codex CLI",
  "CrewAI",
  "deepagents",
  "Gemini CLI",
  "Google ADK",
  "Agio",
  "bub",
  "ElizaOS",
  "fast-agent",
  "harness9",
  "pi",
  "pydantic-ai-skills",
  "Spring AI Alibaba",
  "spring-ai-agent-utils",
] as const;

export default defineRule({
  meta: {
    id: "byte-order-mark",
    category: "portability",
    origin: "reference",
    source:
      "https://github.com/openai/codex/blob/e51b9d1d5654b70b31cfd7cd935ebc25ea896576/codex-rs/core-skills/src/loader.rs",
    summary: "Reports a byte-order mark before the frontmatter.",
    why: "The mark is invisible in editors, and to a client that expects three dashes first it hides the frontmatter: the skill is dropped, mostly without a word.",
    remedy: "Save the file as UTF-8 without a byte-order mark.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    if (!document?.text.byteOrderMark || document.source.encoding !== "utf-8")
      return withClientFindings(skill, ["byte-order-mark"], []);
    const { file, source } = document;
    const range = source.range(0, 1);
    const message = `a byte-order mark stands before the frontmatter, expected "---" first; ${seriesAtMost(drops, 5)} drop the skill for it`;
    const fixes = [
      {
        title: "Remove the byte-order mark",
        safe: true,
        operations: [{ kind: "edit", file, range, text: "" }],
      },
    ] as const;
    return [{ file, range, refusals: [{ reason: "byte-order-mark" }], message, fixes }];
  },
});
