import type { Command } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";

/** What goes with an option that asks for something else than the command by itself. */
interface Companions {
  /** As written, such as "--real". */
  readonly option: string;
  /** Attribute names of options. */
  readonly fitting: ReadonlySet<string>;
  readonly formats: readonly string[];
}

/** Throws a SkillsError for given options that have no effect beside the option, and for other formats. */
export function refuseOthers(
  command: Command,
  format: string,
  { option, fitting, formats }: Companions,
): void {
  const others = command.options.flatMap((each) => {
    const name = each.attributeName();
    return command.getOptionValueSource(name) === "cli" && !fitting.has(name) ? [each.long ?? name] : [];
  });
  if (others.length > 0)
    throw new SkillsError("bad-usage", `${option} cannot be used with ${series(others)}`);
  if (!formats.includes(format))
    throw new SkillsError("bad-usage", `${option} prints ${series(formats, "or")} only`);
}
