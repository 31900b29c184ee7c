import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

/** A line that removes or shows such a program, or adds a variable or an alias to a shell. */
const harmless =
  /\b(?:export|alias|PATH|completions?|rm|unload|bootout|disable|remove|ls|cat|grep|plutil|Delete)\b|^\s*#/;

function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end).slice(0, 500);
}

export default defineSearch({
  meta: {
    id: "persistence",
    category: "security",
    origin: "guidance",
    source: "https://attack.mitre.org/tactics/TA0003/",
    summary:
      "Reports commands that make a program start automatically later: cron, launch agents, services, shell startup files.",
    why: "The program keeps running after the skill is removed, and the user may not know.",
    remedy: "Let the user set it up, and explain how to remove it.",
    severity: "info",
    words: [
      "crontab",
      "launchagents",
      "launchdaemons",
      "systemctl",
      "bashrc",
      "zshrc",
      ".profile",
      "schtasks",
      "currentversion\\run",
      "/etc/cron",
      "bash_profile",
      "zprofile",
      "/etc/systemd",
    ],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /\bcrontab\s+(?:-(?![leru]\b)|[^\s`"']*\/)|\|\s*crontab\b|(?:~|\$HOME|\/Library)?\/Library\/Launch(?:Agents|Daemons)\/[^\s"'`]{1,100}|\bsystemctl\s+(?:--\w+\s+){0,8}enable\b[^\n]{0,60}|(?:>>|\btee\s+-a)\s*["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b|\bschtasks\s+\/create\b|CurrentVersion\\{1,2}Run\b|(?:>>?\s*|\btee\s+(?:-a\s+)?)["']?\/etc\/(?:cron|systemd)[^\s"'`]{0,80}/gi,
    settings: ["script", "shell", "code"],
    warnedBy: "sentence",
  },
  say: ({ match, text, start }) =>
    harmless.test(lineAt(text, start))
      ? undefined
      : `${quote(match[0].trim(), 80)} makes a program start automatically later`,
});
