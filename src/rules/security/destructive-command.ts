import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

/** The root or the home directory, or everything in one of them. */
const everything = String.raw`(["']?)(?:/|~|\$HOME|\$\{HOME\}|%USERPROFILE%|[A-Z]:\\)/?\1/?\*?(?=\s|$|[;&|)"'\x60])`;

const pattern = new RegExp(
  [
    String.raw`\brm\s+(?:-[\w-]+\s+){0,4}-(?:-recursive|[a-qs-zA-QS-Z]*[rR][a-zA-Z]*)\s+(?:-[\w-]+\s+){0,4}${everything}`,
    String.raw`\bmkfs\.\w+\s+/dev/\w+`,
    String.raw`\bdd\s+[^\n]{0,80}\bof=/dev/(?:sd|nvme|disk|hd)\w*`,
    String.raw`Remove-Item\s+[^\n]{0,60}-Recurse\s+[^\n]{0,60}(?:[A-Z]:\\|\$HOME|\$env:USERPROFILE)["']?(?=\s|$)`,
    String.raw`shutil\.rmtree\(\s*(?:["']/["']|os\.path\.expanduser\(\s*["']~["']\s*\)|Path\.home\(\))\s*[,)]`,
  ].join("|"),
  "g",
);

/** Text that precedes a command: the start of a line, a prompt, another command, or a call. */
const begins =
  /(?:^|\n|[;&|({]|\b(?:do|then|else|sudo)\s|(?:system|popen|run|call|exec\w{0,8}|spawn\w{0,8}|Popen)\(\s*(?:\[\s*)?["'`])[ \t$>]*(?:sudo\s+)?$/;

export default defineSearch({
  meta: {
    id: "destructive-command",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/78.html",
    summary:
      "Reports a command in a script or code block that deletes the whole disk or home directory, such as `rm -rf ~`.",
    why: "It destroys files that do not belong to the skill, and an agent may run it without asking.",
    remedy: "Delete a specific directory.",
    severity: "warning",
    words: ["rm -r", "rm -f", "rm --r", "mkfs.", "of=/dev/", "/dev/sd", "remove-item", "rmtree("],
    since: "0.1.0",
  },
  search: {
    pattern,
    settings: ["script", "shell", "code"],
  },
  say: ({ text, start, match: [found] }) =>
    begins.test(text.slice(Math.max(0, start - 60), start))
      ? `${quote(found, 50)} deletes the whole disk or home directory; delete a specific directory`
      : undefined,
});
