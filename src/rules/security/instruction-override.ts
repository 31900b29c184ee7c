import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "instruction-override",
    category: "security",
    origin: "guidance",
    source: "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
    summary: "Reports text that asks an agent to ignore its other instructions.",
    why: "An agent that obeys works for the author of the text instead of its user. In a skill about such attacks the text is an example.",
    remedy: "Describe what the skill does, and leave other instructions in force.",
    severity: "info",
    words: [
      "ignore",
      "disregard",
      "override",
      "forget",
      "supersede",
      "bypass",
      "jailbreak",
      "developer mode",
      "no restrictions",
      "unrestricted",
      "dan mode",
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|supersede)\s+(?:all\s+|any\s+|every\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+|these\s+)?(?:previous|prior|above|earlier|preceding|existing|system|safety|original)\s+(?:instructions?|prompts?|rules?|guidelines?|messages?|polic(?:y|ies)|constraints?)|\b(?:you are|act) now (?:in )?(?:unrestricted|developer|jailbroken|god|dan)\b|\b(?:developer|unrestricted|jailbreak|dan) mode (?:is )?(?:enabled|activated|on)\b/gi,
    examplesToo: true,
  },
  say: ({ match }) => `${quote(match[0], 80)} overrides other instructions; remove it`,
});
