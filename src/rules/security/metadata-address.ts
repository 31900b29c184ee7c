import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "metadata-address",
    category: "security",
    origin: "guidance",
    source: "https://attack.mitre.org/techniques/T1552/005/",
    summary:
      "Reports the address of a cloud's metadata service, such as 169.254.169.254, in scripts and commands.",
    why: "In a cloud this service hands out the credentials of the machine to every program that asks.",
    remedy: "Use the cloud's own command or library, which asks for the credentials it needs.",
    severity: "info",
    words: ["169.254.169.254", "metadata.google.internal"],
    since: "0.1.0",
  },
  search: {
    pattern: /(?<![\d.])169\.254\.169\.254(?![\d.])|\bmetadata\.google\.internal\b/gi,
    settings: ["script", "shell"],
  },
  say: ({ match, text, start }) =>
    blocked.test(text.slice(Math.max(0, start - nearby), start))
      ? undefined
      : `${quote(match[0])} is the address of a cloud metadata service, which hands out credentials; use the cloud's own command`,
});

/** Number of characters before an address within which a list of blocked addresses is announced. */
const nearby = 300;
const blocked = /block|deny|denied|forbid|reject|ssrf|not_allowed|disallow|[!=]==? ?["'`]$/i;
