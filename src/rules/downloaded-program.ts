import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";
import { findingsFor, type Search, sightingLimit } from "./parts/sightings.ts";

const words = ["chmod"] as const;

const search: Search = {
  words,
  pattern: /\bchmod\s+(?:-\w+\s+)?(?:[ugoa]*\+[rwx]*x|0?[157][0-7]{2})\s+["']?([^\s"'`;&|]{1,120})/g,
  settings: ["script", "shell"],
};

/** How far above it the download may stand. */
const reach = 1_200;

const verified =
  /\b(?:sha(?:1|256|512)sum|shasum|md5sum|gpg2?|cosign|minisign|slsa-verifier|Get-FileHash|gh attestation)\b/;

export default defineRule({
  meta: {
    id: "downloaded-program",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/494.html",
    summary: "Reports a file that is downloaded and made executable, without a check of what was downloaded.",
    why: "Whoever controls the server, or the connection to it, decides what the user runs.",
    remedy: "Compare its checksum or signature before `chmod`, or install it by a package manager.",
    severity: "info",
    words,
    since: "0.1.0",
  },
  reportLimit: sightingLimit,
  check: ({ subject: skill }) =>
    findingsFor(skill, search, ({ text, start, match: [, target] }) => {
      const name = target!.slice(target!.lastIndexOf("/") + 1);
      const above = text.slice(Math.max(0, start - reach), start).replace(/\\\n\s*/g, " ");
      const address = addressOf(name, above);
      return address === undefined || verified.test(above)
        ? undefined
        : `${quote(name, 60)} comes from ${quote(address, 100)} and is made executable unchecked, expected a comparison with its checksum or signature`;
    }),
});

/** Where the last download of a file by this name comes from. */
function addressOf(name: string, above: string): string | undefined {
  const line = above.split("\n").findLast((each) => /\b(?:curl|wget)\s/.test(each) && each.includes(name));
  return line === undefined ? undefined : /https?:\/\/[^\s"'`]{4,200}/.exec(line)?.[0];
}
