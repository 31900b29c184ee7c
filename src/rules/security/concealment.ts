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
      "admit",
      "alert",
      "secretly",
      "covertly",
      "hide this",
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /(?:\b(?:do not|don['’]t|never|must not)\s+(?:ever\s+)?(?:(?:mention|reveal|disclose|admit)\s+(?:this|it|that|anything|any of this)(?:\s+(?:step|file|upload|call|request|command|action|fact))?\s+to\s+|(?:tell|inform|notify|alert)\s+(?=(?:the\s+|your\s+)?(?:user|human|operator|person|anyone|anybody)\s*(?:[.!;,)]|$|(?:about|of)\s+(?:this|it|these|any)\b|that\s+you\b|which\b|what\s+you\b|why\b)))(?:the\s+|your\s+)?(?:user|human|operator|person|anyone|anybody)\b|\bwithout\s+(?:telling|informing|notifying|alerting)\s+(?:the\s+|your\s+)?(?:user|human|operator|person|anyone|anybody)\b|\b(?:secretly|covertly)\s+(?:run|execute|send|upload|copy|read|collect|post|fetch|install|add|write)\b|\bhide this from\s+(?:the\s+|your\s+)?(?:user|human|operator))/gim,
    warnedBy: "sentence",
  },
  say: ({ match }) => `${quote(match[0], 60)} hides information from the user; let the agent report it`,
});
