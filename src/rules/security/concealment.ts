import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "concealment",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary: "Reports instructions to hide something from the user.",
    why: "Hiding something from the user is rarely in their interest; some skills only mean to keep answers short.",
    remedy: "Let the agent report what it does; to get short answers, ask for short answers.",
    severity: "info",
    words: [
      "tell",
      "mention",
      "inform",
      "reveal",
      "disclose",
      "notify",
      "silently",
      "without telling",
      "secretly",
      "covertly",
      "hidden from",
      "hide this",
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /\b(?:do not|don['’]t|never|must not|without)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|mention(?:ing)?\s+(?:this|it|that|anything)\s+to|reveal(?:ing)?\s+(?:this|it|that)\s+to|disclos(?:e|ing)\s+(?:this|it|that)\s+to)\s+(?:to\s+)?(?:the\s+|your\s+)?(?:user|human|operator|person|anyone|anybody)\b|\b(?:secretly|covertly|hidden from the user|hide this from)\b/gi,
    examplesToo: true,
  },
  say: ({ match }) => `${quote(match[0], 60)} hides information from the user; let the agent report it`,
});
