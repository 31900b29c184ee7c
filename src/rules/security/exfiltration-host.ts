import { isMarkdown } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { isPlaceholder } from "./parts/placeholders.ts";
import { defineSearch } from "./parts/sightings.ts";

/**
 * Hosts that collect or serve data for anonymous users, and chat webhooks, where only the holder of the token in the
 * URL reads what is sent.
 */
const pattern = new RegExp(
  String.raw`\b(?:https?|wss?):\/\/(?:` +
    [
      String.raw`(?:[\w-]+\.)*(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|burpcollaborator\.net|oastify\.com|interact\.sh|oast\.(?:fun|live|me|online|pro|site|us)|requestcatcher\.com|hookbin\.com|transfer\.sh|0x0\.st|termbin\.com|serveo\.net|localhost\.run)`,
      String.raw`(?:pastebin\.com|glot\.io|rentry\.co|paste\.ee)\/[\w/]{4,}`,
      String.raw`[0-9a-f-]{0,50}[0-9a-f]{8}[0-9a-f-]{0,50}\.ngrok(?:-free)?\.(?:app|dev|io)`,
      String.raw`[a-z]+(?:-[a-z]+){2,}\.trycloudflare\.com`,
      String.raw`api\.telegram\.org\/bot\d{6,12}:[\w-]{30,}`,
      String.raw`(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[\w-]{40,}`,
      String.raw`hooks\.slack\.com\/services\/T[A-Z0-9]{8,}\/B[A-Z0-9]{8,}\/\w{20,}`,
    ].join("|") +
    String.raw`)(?![\w-])(?:[^\s"'\x60<>)\]]{0,200}[^\s"'\x60<>)\].,;:!?])?`,
  "gi",
);

/** Code that sends or fetches data, in the line of the URL or before it. */
const transfer =
  /\b(?:curl|wget|https?ie|fetch|axios|requests?|urllib|urlopen|invoke-(?:webrequest|restmethod)|iwr|irm|nc|scp|post|put|send|submit|upload|download|pull|push|forward|report|notify|exfiltrate|install|run|webhooks?|callback|endpoint|hook|url)\b|=/i;

/** Whether people are to open webhook.site, which shows them the requests of a test. */
function isInstruction(found: string, path: string, text: string, start: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 240), start);
  return (
    isMarkdown(path) && /\bwebhook\.site\/?$/.test(found) && /\b(?:go to|visit|open|use|see)\b/i.test(line)
  );
}

function isSent(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - 240), start);
  return transfer.test(near.split("\n").slice(-2).join("\n"));
}

/** A tunnel to a developer's own computer, as in the documentation of such programs. */
const tunnel = /^\w+:\/\/[^/]*\b(?:ngrok(?:-free)?|trycloudflare|serveo|localhost\.run)\b/i;

/** Whether a text calls the tunnel an example, or prints what it forwards to. */
function isSampleTunnel(found: string, text: string, start: number): boolean {
  if (!tunnel.test(found)) return false;
  const before = text.slice(Math.max(0, start - 240), start);
  const after = text.slice(start + found.length, start + found.length + 40);
  return (
    /\b(?:examples?|e\.g\.|for instance|like|sample|such as)(?![\w-])|例如|比如|示例/i.test(
      before.slice(before.lastIndexOf("\n") + 1),
    ) || /^[ \t]*(?:->|→)[ \t]*(?:https?:\/\/)?localhost\b/.test(after)
  );
}

export default defineSearch({
  meta: {
    id: "exfiltration-host",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary:
      "Reports the URL of a host that collects or serves data anonymously, such as webhook.site or a paste service, and of a chat webhook with its token.",
    why: "Data sent there goes to the creator of the URL, who cannot be identified later.",
    remedy: "Use a host that you are responsible for, and let the user configure it.",
    severity: "warning",
    words: [
      "webhook.site",
      "requestbin",
      "pipedream.net",
      "burpcollaborator",
      "oastify",
      "interact.sh",
      "oast.",
      "requestcatcher",
      "hookbin",
      "pastebin.com",
      "glot.io",
      "rentry.co",
      "transfer.sh",
      "0x0.st",
      "termbin",
      "paste.ee",
      "ngrok",
      "trycloudflare",
      "serveo.net",
      "localhost.run",
      "api.telegram.org",
      "api/webhooks",
      "hooks.slack.com",
    ],
    since: "0.1.0",
  },
  search: {
    pattern,
    // Documents name such hosts more often than they order to send anything there, which SKILL.md does.
    isAdvice: ({ file }, setting) => setting === "prose" && file.path !== "SKILL.md",
    oncePerLine: ([found]) => /^\w+:\/\/[^/?#]*/.exec(found)?.[0] ?? found,
  },
  say: ({ file, match, text, start }) =>
    isPlaceholder(match[0]) ||
    isInstruction(match[0], file.path, text, start) ||
    (isMarkdown(file.path) && (!isSent(text, start) || isSampleTunnel(match[0], text, start)))
      ? undefined
      : `${quote(match[0], 60)} collects or serves data anonymously; use another host`,
});
