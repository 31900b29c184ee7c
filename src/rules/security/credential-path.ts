import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

/** A call or program that reads or sends a file. */
const reading =
  /\b(?:cat|cp|scp|rsync|tar|zip|curl|less|more|head|tail|grep|base64|source|open|read\w*|load\w*|glob|listdir|scandir|walk|Get-Content|type|security)\b/i;

/** Whether the path's line reads it; a list of forbidden paths does not. */
function isRead(text: string, start: number, found: string): boolean {
  const before = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 200), start);
  const after = text.slice(start + found.length, start + found.length + 200).split("\n", 1)[0]!;
  return (
    reading.test(before) ||
    reading.test(after) ||
    /^\W{0,3}(?:glob|listdir|scandir|walk|security)\b/.test(found)
  );
}

export default defineSearch({
  meta: {
    id: "credential-path",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/522.html",
    summary: "Reports code that reads the files where systems and programs store keys and passwords.",
    why: "A skill that reads them can act as the user everywhere; many skills mention them for a good reason.",
    remedy: "Ask the user for the credential, or let the program that owns the file read it.",
    severity: "info",
    words: [
      ".ssh",
      ".aws/",
      ".netrc",
      ".gnupg",
      ".kube/config",
      "keychain",
      "login data",
      "/etc/shadow",
      ".docker/config",
      ".git-credentials",
      "application_default_credentials",
      ".npmrc",
      ".pypirc",
      "wallet.dat",
      "logins.json",
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\/root|\/home\/[\w-]{1,40}|\/Users\/[\w-]{1,40})?[\\/]?(?:\.ssh[\\/](?:id_\w+\b(?!\.pub)|identity|\*)|\.aws[\\/]credentials|\.gnupg[\\/]|\.kube[\\/]config|\.docker[\\/]config\.json|\.git-credentials|\.config[\\/]gcloud[\\/](?:application_default_credentials|credentials)|\.pypirc|\.netrc)|\b(?:glob|listdir|scandir|walk)\((?:os\.path\.)?expanduser\(["']~[\\/]\.ssh[\\/]?["']|\/etc\/shadow\b|\bsecurity\s+(?:find-(?:generic|internet)-password|dump-keychain)\b|\b(?:Login Data|logins\.json|wallet\.dat)\b/g,
    settings: ["script", "shell", "code"],
    warnedBy: "sentence",
  },
  say: ({ match, text, start }) =>
    isRead(text, start, match[0]) ? `${quote(match[0].trim(), 60)} reads stored credentials` : undefined,
});
