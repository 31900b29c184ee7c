import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "credential-path",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/522.html",
    summary: "Reports paths where systems and programs store keys and passwords.",
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
    examplesToo: true,
  },
  say: ({ match }) => `${quote(match[0].trim(), 60)} refers to stored credentials`,
});
