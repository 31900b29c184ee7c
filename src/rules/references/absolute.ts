import type { Finding } from "../../model/rule.ts";
import { quote, show } from "../../core/show.ts";
import type { SourceText } from "../../core/source-text.ts";
import type { Reference } from "../../model/body.ts";
import { isOnSampleLine } from "./parts/sample-lines.ts";
import { trimEnd } from "../../core/white-space.ts";
import { namesOf } from "../parts/repository-path.ts";
import { defineRule } from "../define.ts";

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
  check({ subject: skill }) {
    const { references, texts, files } = skill;
    const absolute = references.filter(
      ({ reference, resolution }) => resolution.status === "absolute" && !command.test(reference.target),
    );
    if (absolute.length === 0) return [];
    const byPath = new Map(texts.map((text) => [text.path, text.source]));
    const own = new Set(files.map(({ path }) => path));
    const names = namesOf(skill);
    return absolute
      .filter(({ from, reference }) => !isSample(byPath.get(from), reference))
      .map(({ from, reference }) => ({
        file: from,
        range: reference.range,
        ...problem(reference, own, names),
      }));
  },
});

/**
 * A sample of a style or of a website's link in quotes, or what is used if a relative path before it does not exist.
 */
function isSample(source: SourceText | undefined, { kind, target, range }: Reference): boolean {
  if (!source) return false;
  const { line, offset } = range.start;
  const start = source.lineStart(line);
  if (isOnSampleLine(source, range)) return true;
  if (fallback.test(source.text.slice(Math.max(0, offset - lookBack), offset))) return true;
  return (
    kind === "link" &&
    target.startsWith("/") &&
    /^[^"“]*["“][^"”]*$/.test(
      source.text.slice(Math.max(start, offset - lookBack), offset).replace(/"[^"]*"/g, ""),
    )
  );
}

const lookBack = 160;
const fallback = /\b(?:fall(?:s|ing)? ?back|defaults?(?:ing)?) (?:on|to)\s+(?:the\s+)?[`"']?$/i;

/** A plugin's command that is written as the target of a link, such as "/review:start". */
const command = /^\/[\w-]{1,100}:[\w:-]{1,100}$/;

/** Directories with which paths on a website never begin. */
const onDisk =
  /^\/(?:applications|bin|dev|etc|home|lib|media|mnt|opt|private|proc|root|sbin|srv|sys|tmp|users|usr|var|volumes|workspaces?)(?:\/|$)/i;

/** A client's directory for skills in the home directory, where an installer put the skill, and the skill's name. */
const installed = /^(?:~|\$HOME|\$\{HOME\})\/\.(?:config\/)?[a-z][\w-]{0,30}\/skills\/[\w-]{1,64}\//;

/** The file of a skill, in a client's directory of a home directory or project. */
const otherSkill =
  /^(?:(?:~|\$HOME|\$\{HOME\})|file:\/{0,3})\/?\.(?:config\/)?[a-z][\w-]{0,30}\/skills\/([\w-]{1,64})\/SKILL\.md$/;

function problem(
  { target, kind }: Reference,
  own: ReadonlySet<string>,
  names: ReadonlySet<string | undefined>,
): Pick<Finding, "message" | "severity"> {
  const inOwn = installedAt(target, own, names);
  if (inOwn !== undefined)
    return {
      message: `${quote(target, 120)} only works if the skill is there; write ${inOwn}`,
      severity: "info",
    };
  // A directory that the author's installer fills for all skills.
  if (/^(?:~|\$HOME)\/\./.test(target) && !endsInOwn(target, own)) return outsideOf(target);
  const other = otherSkill.exec(target)?.[1];
  if (other !== undefined && !names.has(other))
    return { message: `${quote(target, 120)} is another skill; refer to it by its name`, severity: "info" };
  const path = ownPath(target, own);
  if (path !== undefined && installed.test(target))
    return {
      message: `${quote(target, 120)} only works if the skill is there; write ${path}`,
      severity: "info",
    };
  if (path === undefined && installed.test(target) && !own.has(target.replace(installed, "")))
    return outsideOf(target);
  const isAddress = target.startsWith("/") && !onDisk.test(target) && !/\.\w{1,10}$/.test(target);
  if (isAddress)
    return { message: `${quote(target)} is a path on a website; write the full address`, severity: "info" };
  // On a forge, such a link begins at the repository's root.
  const isLink = kind === "link" && target.startsWith("/") && !onDisk.test(target);
  return {
    message: `${quote(target)} is an absolute path; write ${path ?? "it relative to the skill's root"}`,
    ...(isLink && { severity: "info" }),
  };
}

/** What is in the skill, in backticks, if the target is below the directory in which a client has the skill itself. */
function installedAt(
  target: string,
  own: ReadonlySet<string>,
  names: ReadonlySet<string | undefined>,
): string | undefined {
  const [lead] = installed.exec(target) ?? [];
  const path = lead === undefined ? "" : trimEnd(target.slice(lead.length), "/");
  if (lead === undefined || !names.has(lead.split("/").at(-2)) || !/^[\w./-]+$/.test(path)) return undefined;
  const isIn = own.has(path) || Array.from(own).some((file) => file.startsWith(`${path}/`));
  return isIn ? `\`${path}\`` : undefined;
}

function outsideOf(target: string): Pick<Finding, "message" | "severity"> {
  return {
    message: `${quote(target)} is outside the skill, so only users who have the file find it; put it into the skill`,
    severity: "info",
  };
}

/** Whether the end of a path is one of the skill's files or directories. */
function endsInOwn(target: string, own: ReadonlySet<string>): boolean {
  return endsOf(target).some((end) => own.has(end));
}

/** The end of a path that is one of the skill's files, in backticks; never a bare name, which other skills have too. */
function ownPath(target: string, own: ReadonlySet<string>): string | undefined {
  const path = endsOf(target).find((end) => end.includes("/") && own.has(end));
  return path === undefined || path.includes("`") || show(path, Infinity) !== path
    ? undefined
    : `\`${path}\``;
}

/** The path without its first directories, longest first. */
function endsOf(target: string): readonly string[] {
  const segments = trimEnd(target, "/").split("/").slice(0, 64);
  return segments.slice(1).map((_, index) => segments.slice(index + 1).join("/"));
}
