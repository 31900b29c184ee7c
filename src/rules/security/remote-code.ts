import { isMarkdown } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { TextFile } from "../../model/text-file.ts";
import { isFromPublishers } from "./parts/publishers.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "remote-code",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/494.html",
    summary: "Reports a download that is piped into an interpreter, such as `curl … | sh`.",
    why: "The code runs without review, and the server may send different code tomorrow; many publishers distribute their installers like this.",
    remedy: "Download to a file, review it or verify its checksum, then run it.",
    severity: "warning",
    words: ["curl ", "wget ", "iex", "invoke-expression", "deno run http", "urlopen", "requests.get"],
    since: "0.1.0",
  },
  search: {
    pattern:
      /\b(?:curl|wget)\s(?=[^\n|;]{0,400}?[.:$<{])[^\n|;]{0,400}\|\s*(?:sudo\s+(?:-\w+\s+){0,4})?(?:env\s+\S{1,60}\s+)?(?:\/(?:usr\/)?bin\/)?(?:(?:ba|da|k|z|fi)?sh\b(?=[ \t]*(?:$|[;&|)"'`>#\\]|-[^c\s]))|(?:python[\d.]*|perl|ruby|node)\b(?=[ \t]*(?:$|[;&|)"'`>#\\]|-(?:[ \t\n]|$))))|\b(?:(?:ba|z)?sh|source|eval|python[\d.]*)\s+(?:-c\s+)?["']?[<$]\(\s*(?:curl|wget)\b[^\n]{0,300}|\b(?:iex|Invoke-Expression)\b(?!["'`]?\s*,)[^\n]{0,120}(?:DownloadString|Invoke-WebRequest|Invoke-RestMethod|\b(?:iwr|irm)\b)[^\n]{0,200}|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\s[^\n|]{0,200}\|\s*(?:iex|Invoke-Expression)\b|\bexec\(\s*(?:requests\.get|urllib\.request\.urlopen|urlopen)\([^\n]{0,200}|\bdeno\s+run\s[^\n]{0,80}https?:\/\/[^\s"'`]{1,200}/gim,
    warnedBy: "sentence",
    isAdvice: ({ file, match }, setting) =>
      (setting === "prose" && attackers.test(match[0])) || isInstallerInText(file, match[0]),
  },
  say: ({ match }) => `${quote(match[0], 55)} runs a download without review; save it to a file first`,
});

/** Whether a text other than SKILL.md shows how a publisher installs its tool, as tutorials do. */
function isInstallerInText({ path }: TextFile, command: string): boolean {
  return isMarkdown(path) && !isSkillDocument(path) && isFromPublishers(command);
}

function isSkillDocument(path: string): boolean {
  return /(?:^|\/)skill\.md$/i.test(path);
}

/** The host of an attack that a sentence describes. */
const attackers = /(?<![\w-])(?:evil|attacker|malicious)\.(?:com|example|sh|test)\b/i;
