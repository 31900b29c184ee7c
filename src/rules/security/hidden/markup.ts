import { isMarkdown } from "../../../core/paths.ts";
import { quote } from "../../../core/show.ts";
import { defineRule } from "../../define.ts";
import { findingsFor, type Search, sightingLimit } from "../parts/sightings.ts";

/** Each attribute that the pattern matches contains one of these words. */
const words = ["display", "visibility", "font-size", "opacity", "color", "hidden"] as const;

const search: Search = {
  words,
  also: ["<"],
  among: ({ path }) => isMarkdown(path),
  pattern:
    /<[a-z][a-z0-9]{0,20}\s(?:[^<>]{0,300}\s)?(?:style\s{0,3}=\s{0,3}["'][^"'<>]{0,300}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|(?:font-size|opacity)\s{0,3}:\s{0,3}0(?![.\d])|(?<![\w-])color\s{0,3}:\s{0,3}(?:white|#fff(?:fff)?|transparent)\b)[^"'<>]{0,300}["']|hidden(?=[\s/>]))[^<>]{0,300}>/gi,
  settings: ["prose"],
};

export default defineRule({
  meta: {
    id: "hidden-markup",
    category: "security",
    origin: "guidance",
    source: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
    summary:
      "Reports HTML in Markdown that is invisible on a rendered page: `display:none`, `visibility:hidden`, white or zero-size text, the `hidden` attribute.",
    why: "People who read the rendered page do not see it, but the model does.",
    remedy: "Make it visible, or delete it.",
    severity: "info",
    words: [...words, "<"],
    off: true,
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) =>
    findingsFor(
      skill,
      search,
      ({ match }) =>
        `content of ${quote(match[0], 80)} is invisible on a rendered page, but a model reads it`,
    ),
});
