import type { ScenarioCall, ScenarioStep } from "../../model/scenario.ts";
import { anything, type Format, text, words } from "../../parse/format/format.ts";
import { byKey, listOf, mapOf, members, oneOrMore } from "../../parse/format/formats.ts";

const skill = { format: words, about: "Name of the skill; default: the skill activated last." };

const args = { format: listOf(text), about: "Arguments of the script." };

const calls: Readonly<Record<"activate" | "read" | "run" | "call", Format<ScenarioCall>>> = {
  activate: members(
    "the step activate",
    { activate: { format: words, about: "The model activates this skill." } },
    {},
  ),
  read: members(
    "the step read",
    { read: { format: words, about: "The model reads this file; path relative to the skill's root." } },
    { skill },
  ),
  run: members(
    "the step run",
    { run: { format: words, about: "The model runs this script; path relative to the skill's root." } },
    { skill, args },
  ),
  call: members(
    "the step call",
    { call: { format: words, about: "The model calls this tool; the name is as the agent spells it." } },
    { arguments: { format: anything, about: "Arguments, passed on unchecked." } },
  ),
};

const changedSkill = {
  format: words,
  about:
    "Name of the skill that the paths are relative to; default: the project, or the home directory after ~/.",
};

/** One step of a scenario; its key determines the kind. */
export const step: Format<ScenarioStep> = byKey<ScenarioStep>("a step", {
  ...calls,
  calls: members(
    "the step calls",
    {
      calls: {
        format: listOf(byKey<ScenarioCall>("a call", calls), { fewest: 1 }),
        about: "The model makes these calls in one reply.",
      },
    },
    {},
  ),
  say: members(
    "the step say",
    { say: { format: text, about: "The model replies with only this text." } },
    {},
  ),
  action: members(
    "the step action",
    {
      action: {
        format: anything,
        about: "The model replies with this action, in a system with structured actions.",
      },
    },
    {},
  ),
  finish: members(
    "the step finish",
    { finish: { format: text, about: "The model gives this final answer, in the form the system uses." } },
    {},
  ),
  change: members(
    "the step change",
    {
      change: {
        format: mapOf(text),
        about:
          "Files that the user or a program writes after the model's last step: their new content by path. Nothing is written to disk.",
      },
    },
    { skill: changedSkill },
  ),
  remove: members(
    "the step remove",
    {
      remove: {
        format: oneOrMore(words),
        about:
          "Files or directories that the user or a program removes after the model's last step. Nothing is removed on disk.",
      },
    },
    { skill: changedSkill },
  ),
});
