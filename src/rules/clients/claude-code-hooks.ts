import { didYouMean, nearest } from "../../core/nearest.ts";
import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Field } from "../../model/frontmatter.ts";
import { defineRule } from "../define.ts";
import { isList, isMap, isString } from "../parts/fields.ts";

/** The events on Claude Code's hooks page, as of August 2026. */
const events: readonly string[] =
  "ConfigChange CwdChanged DirectoryAdded Elicitation ElicitationResult FileChanged InstructionsLoaded MessageDisplay Notification PermissionDenied PermissionRequest PostCompact PostToolBatch PostToolUse PostToolUseFailure PreCompact PreToolUse SessionEnd SessionStart Setup Stop StopFailure SubagentStart SubagentStop TaskCompleted TaskCreated TeammateIdle UserPromptExpansion UserPromptSubmit WorktreeCreate WorktreeRemove".split(
    " ",
  );

export default defineRule({
  meta: {
    id: "claude-code-hooks",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/hooks#hooks-in-skills-and-agents",
    summary:
      "Reports `hooks` that Claude Code cannot register: a value that is not a map of its events, or an event without a list of hooks.",
    why: "A hook that is not registered never runs, and Claude Code shows no message.",
    remedy:
      "Write an event such as `PreToolUse`, a list of matchers under it, and `hooks` under each matcher.",
    severity: "warning",
    only: true,
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    const field = document?.frontmatter?.fields.get("hooks");
    return document && field && field.style !== "alias" ? findings(document, field) : [];
  },
});

function* findings({ file }: SkillDocument, field: Field): Generator<Finding> {
  if (isString(field) || !isMap(field)) {
    yield {
      file,
      range: field.style === "empty" ? field.keyRange : field.valueRange,
      message: `hooks is ${nameOfType(field)}; write a map of events to lists of matchers`,
    };
    return;
  }
  for (const event of field.children) {
    const meant = events.includes(event.key) ? event.key : nearest(event.key, events, 3);
    if (meant !== event.key)
      yield {
        file,
        range: event.keyRange,
        message: `unknown hook event ${quote(event.key, 40)}${didYouMean(meant) || "; use an event of Claude Code, such as `PreToolUse`"}`,
      };
    else if (!isList(event.value))
      yield {
        file,
        range: event.keyRange,
        message: `event ${quote(event.key, 40)} is no list of matchers; write a list of maps with \`hooks\``,
      };
    else
      for (const matcher of event.children)
        if (!hasHooks(matcher))
          yield {
            file,
            range: matcher.valueRange,
            message: `an entry of ${quote(event.key, 40)} has no list of hooks; give it \`hooks\`, a list of maps with a \`type\``,
          };
  }
}

function nameOfType(field: Field): string {
  if (field.style === "empty") return "empty";
  return isString(field) ? "a string" : "a list";
}

function hasHooks(matcher: Field): boolean {
  const hooks = matcher.children.find(({ key }) => key === "hooks");
  return (
    isMap(matcher) &&
    hooks !== undefined &&
    isList(hooks.value) &&
    hooks.children.every((hook) => isMap(hook) && hook.children.some(({ key }) => key === "type"))
  );
}
