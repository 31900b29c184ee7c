import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

/** Hosts on the same computer or a private network, and names reserved for examples. */
const local =
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|\[|host\.docker|[\w-]+(?:[:/]|$)|[\w.-]*\.(?:local|internal|test|example|localhost|invalid)(?=[:/]|$)|(?:[\w-]+\.)*example\.(?:com|net|org)\b)/i;

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
      /\b(?:curl|wget|Invoke-WebRequest|iwr|urlretrieve\(|urlopen\(|requests\.get\(|fetch\(|git clone|pip install)[^\n]{0,200}?\bhttp:\/\/([^\s"'`<>$]{3,200})/gi,
    settings: ["script", "shell", "code"],
    examplesToo: true,
  },
  say: ({ match }) =>
    local.test(match[1]!)
      ? undefined
      : `${quote(`http://${match[1]!}`, 80)} is downloaded without encryption; use \`https://\``,
});
