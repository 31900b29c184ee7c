import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "safety-switch",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/295.html",
    summary:
      "Reports options that disable a check, such as `--dangerously-skip-permissions`, `verify=False` or `chmod 777`.",
    why: "The check no longer stops anything, and a user who relies on it does not know.",
    remedy: "Leave the check on, or explain why it must be off and for how long.",
    severity: "info",
    words: [
      "dangerously",
      "verify=false",
      "no-verify",
      "777",
      "rejectunauthorized",
      "node_tls_reject",
      "insecure",
      "disable-web-security",
      "no-sandbox",
      "stricthostkeychecking",
      "bypasspermissions",
      "yolo",
      "sslverify",
      "_create_unverified_context",
      "executionpolicy",
      "trusted-host",
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /--dangerously-[\w-]+|\bdangerously(?:DisableSandbox|SkipPermissions)\b|[:=]\s?["']?bypassPermissions\b|--(?:yolo|disable-web-security|trusted-host)\b|\bgit\s[^\n|;&]{0,100}--no-verify\b|\bverify\s?=\s?False\b|\brejectUnauthorized\s?:\s?false\b|\bNODE_TLS_REJECT_UNAUTHORIZED["'\]]*\s?=\s?["']?0|\bhttp\.sslVerify["'\s]+false\b|\b_create_unverified_context\b|\bStrictHostKeyChecking[= ]no\b|\bchmod\s+(?:-\w+\s+)?0?777\b|\bcurl\s(?:[^\n|;&]{0,200}\s)?(?:-k\b|--insecure\b)|-ExecutionPolicy\s+(?:Bypass|Unrestricted)\b/gi,
    warnedBy: "sentence",
  },
  say: ({ match }) => `${quote(match[0], 80)} disables a safety check`,
});
