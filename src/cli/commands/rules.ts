import type { Command } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { rulesText } from "../../report/commands/rules-text.ts";
import { reportJson } from "../../report/formats/json.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import { chosenConfig } from "../options/config-option.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats = ["json", "text"] as const;

const actions = ["list", "test", "explain", "init", "migrate"] as const;

interface Flags {
  readonly format: (typeof formats)[number];
  readonly color?: boolean;
  readonly config?: string | false;
  readonly all?: boolean;
}

const notes = `
Actions:
  list            what is on, and where each setting comes from (the default)
  test [ID...]    run the good and bad examples beside the rules of the config
  explain ID      what a rule reports, why, and how to fix it
  init [FILE]     write rules to start from, with examples: rules.yaml
  migrate         raise the config's version to this release: rules that came
                  after it are notes until then

Rules of your own are data in the config, under "rules"; docs/own-rules.md
describes them. Their ids have a prefix, such as acme/owner.

Examples:
  skills rules
  skills rules --all
  skills rules init && skills rules test --config rules.yaml
  skills rules test acme/owner
  skills rules explain name-format

Exit codes:
  0  listed, written, raised or explained, or every example did what it must
  1  an example of a rule failed
  2  usage error, a config with problems, an unknown rule, or no example
`;

export function define(io: Io): Command {
  const command = createCommand("skills rules", io)
    .description("List all rules, built-in and of your own, and test those of your own.")
    .argument("[ACTION]", "list, test, explain, init or migrate", "list")
    .argument("[ID...]", "rules, or the file to write")
    .option("--config <file>", "use this config instead of the one found")
    .option("--no-config", "ignore all configs")
    .option("-a, --all", "also list rules with their default setting, as JSON always does")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills rules`: prints the rules and their settings, or what the examples of rules showed. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const [written = "list", ...ids] = command.args;
  const action = actions.find((each) => each === written);
  const flags = command.opts<Flags>();
  if (action === undefined)
    throw new SkillsError(
      "bad-usage",
      `unknown action ${quote(written, 60)}; use list, test, explain, init or migrate`,
    );
  if (action === "explain") {
    const { run: explain } = await import("./explain.ts");
    return explain([...ids, `--format=${flags.format}`], io, flags);
  }
  if (action === "init") return init(ids, io);
  if ((action === "list" || action === "migrate") && ids.length > 0)
    throw new SkillsError("bad-usage", `${action} takes no rule`, {
      hint: "skills rules explain ID describes one",
    });
  const { countPlaced, listSettings, testRules } = await import("../../api/rules/rules.ts");
  const config = await chosenConfig(flags, io);
  const placed = config && action !== "migrate" ? await countPlaced(config) : undefined;
  const report =
    action === "test"
      ? testRules(config, ids, placed)
      : action === "migrate"
        ? await (await import("../../api/rules/migrate.ts")).migrateRules(config, io.cwd)
        : listSettings(config, placed);
  io.stdout.write(
    flags.format === "json"
      ? reportJson(report)
      : rulesText(report.data!, { paint: await paintFor(io, flags.color), all: flags.all === true }),
  );
  return report.outcome;
}

async function init([file = "rules.yaml", more]: readonly string[], io: Io): Promise<ExitCode> {
  if (more !== undefined) throw new SkillsError("bad-usage", "init writes one file");
  const { writeStarter } = await import("../../api/rules/starter.ts");
  const label = await writeStarter(file, io.cwd);
  io.stdout.write(`created ${quote(label)}; add \`extends: [recommended, ./${label}]\` to the config\n`);
  return 0;
}
