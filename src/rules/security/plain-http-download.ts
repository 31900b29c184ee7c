import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

/** Hosts on the same computer or a private network, of a cloud, names reserved for examples, and placeholders. */
const local =
  /^(?:[\w.-]*[{%*]|[^/]*:\d|(?:[\w-]+\.)*(?:target|victim|evil|attacker|malicious|your[\w-]*|my[\w-]*|server|host|domain|site|website|url|x+)\.|localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|169\.254\.|metadata\.google\.|\[|host\.docker|[\w-]+(?:[:/]|$)|[\w.-]*\.(?:local|internal|test|example|localhost|invalid)(?=[:/]|$)|(?:[\w-]+\.)*example\.(?:com|net|org)\b)/i;

export default defineSearch({
  meta: {
    id: "plain-http-download",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/319.html",
    summary: "Reports a download over plain `http://`, which can be changed in transit.",
    why: "Without encryption, an attacker on the network path can replace the file.",
    remedy: "Use `https://`, or verify the file's checksum.",
    severity: "info",
    words: ["http://"],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /(?:\bcurl\s(?![^\n]{0,200}\s-(?:X|d|H)\b)(?=[^\n]{0,300}?(?:\s-[a-zA-Z]{0,6}[oO]\b|\s--(?:output|remote-name)|\||\.(?:sh|py|zip|gz|tgz|xz|deb|rpm|exe|dmg|jar|ps1|tar|pkg|bin|efi|iso)\b))|\bwget\s(?![^\n]{0,200}--(?:post|method|header))|\bgit clone\s|\bpip3?\s+install\s|\burlretrieve\(|\bInvoke-WebRequest\s)[^\n]{0,200}?\bhttp:\/\/([^\s"'`<>$]{3,200})/gi,
    settings: ["script", "shell", "code"],
    warnedBy: "sentence",
  },
  say: ({ match }) =>
    local.test(match[1]!)
      ? undefined
      : `${quote(`http://${match[1]!}`, 80)} is downloaded without encryption; use \`https://\``,
});
