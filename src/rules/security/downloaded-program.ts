import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

/** Maximum distance between the download and `chmod`, in characters. */
const reach = 1_200;

const verified =
  /\b(?:sha(?:1|256|512)sum|shasum|md5sum|gpg2?|cosign|minisign|slsa-verifier|Get-FileHash|gh attestation)\b/;

export default defineSearch({
  meta: {
    id: "downloaded-program",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/494.html",
    summary: "Reports a downloaded file that is made executable without a check of its contents.",
    why: "Anyone who controls the server or the connection decides what the user runs.",
    remedy: "Verify its checksum or signature before `chmod`, or install it with a package manager.",
    severity: "info",
    words: ["chmod"],
    since: "0.1.0",
  },
  search: {
    pattern: /\bchmod\s+(?:-\w+\s+)?(?:[ugoa]*\+[rwx]*x|0?[157][0-7]{2})\s+["']?([^\s"'`;&|]{1,120})/g,
    settings: ["script", "shell"],
  },
  say: ({ text, start, match: [, target] }) => {
    const name = target!.slice(target!.lastIndexOf("/") + 1);
    const above = text.slice(Math.max(0, start - reach), start).replace(/\\\n\s*/g, " ");
    const address = addressOf(name, above);
    return address === undefined || verified.test(above)
      ? undefined
      : `${quote(name, 40)} from ${quote(address, 60)} is made executable without a checksum or signature check; verify it first`;
  },
});

/** The URL of the last download of a file with this name. */
function addressOf(name: string, above: string): string | undefined {
  const line = above.split("\n").findLast((each) => /\b(?:curl|wget)\s/.test(each) && each.includes(name));
  return line === undefined ? undefined : /https?:\/\/[^\s"'`]{4,200}/.exec(line)?.[0];
}
