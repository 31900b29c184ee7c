import type { Finding } from "../model/rule.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "reference-absolute",
    category: "files",
    origin: "spec",
    source: "https://agentskills.io/specification#file-references",
    summary: "Reports a reference with an absolute path.",
    why: "The path exists on one machine or in one client only; in every other installation the reference is broken.",
    remedy: "Write the path relative to the skill's root.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { references } }) {
    return references
      .filter(
        ({ reference, resolution }) => resolution.status === "absolute" && !command.test(reference.target),
      )
      .map(({ from, reference: { target, range } }) => ({ file: from, range, ...problem(target) }));
  },
});

/** A plugin's command that is written as the target of a link, such as "/review:start". */
const command = /^\/[\w-]{1,100}:[\w:-]{1,100}$/;

/** Directories that no website begins its paths with. */
const onDisk =
  /^\/(?:applications|bin|dev|etc|home|lib|media|mnt|opt|private|proc|root|sbin|srv|sys|tmp|users|usr|var|volumes|workspaces?)(?:\/|$)/i;

function problem(target: string): Pick<Finding, "message" | "severity"> {
  const isAddress = target.startsWith("/") && !onDisk.test(target) && !/\.\w{1,10}$/.test(target);
  return isAddress
    ? { message: `${quote(target)} is a path on a website; write the full address`, severity: "info" }
    : { message: `${quote(target)} is an absolute path; write it relative to the skill's root` };
}
