import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "instruction-override",
    category: "security",
    origin: "guidance",
    source: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
    summary: "Reports an order to ignore other instructions.",
    why: "An agent that obeys works for the author of the text instead of its user. A sentence that quotes or forbids such an order is not reported.",
    remedy: "Describe what the skill does, and leave other instructions in force.",
    severity: "info",
    words: ["ignore", "disregard", "override", "forget", "supersede", "bypass", "you are now"],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /(?:^(?:[ \t>*+-]{0,12}|\d{1,3}[.)] )|[.!?:] |<!--[ \n]?)[*_]{0,2}(?:(?:please|now|important:?|from now on,?|you (?:must|should|will|are to))\s+)?(?:ignore|disregard|forget|override|bypass|supersede)\s+(?:all\s+|any\s+|every\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+|these\s+)?(?:(?:previous|prior|above|earlier|preceding|existing|system|safety|original|other)\s+(?:instructions?|prompts?|rules?|guidelines?|messages?|polic(?:y|ies)|constraints?)|(?:everything|anything|all)\s+(?:above|before this|you were told))\b|(?:^[ \t>*_-]{0,12}|[.!?:] )you are now (?:in )?(?:an? )?(?:unrestricted|developer mode|jailbroken|god mode|dan\b)/gim,
    warnedBy: "sentence",
  },
  say: ({ match }) =>
    `${quote(match[0].replace(/^[\s>*_.!?:-]+/, ""), 80)} overrides other instructions; remove it`,
});
