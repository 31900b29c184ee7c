import { groupBy } from "../../core/group-by.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { takenNames } from "../../model/taken-names.ts";
import type { TakenNames } from "../../model/taken-names.ts";
import { defineRule } from "../define.ts";
import { stringField } from "../parts/fields.ts";
import { isNamed } from "../parts/named-clients.ts";

/** The root of a client in which a skill is. */
const rootOf = /(?:^|\/)(\.[^/]+\/skills)\/[^/]+$/;

export default defineRule({
  meta: {
    id: "name-taken",
    category: "portability",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/skills",
    summary: "Reports a skill with the name of a command of a client, or of a skill that comes with it.",
    why: "In most clients, the skill replaces the command or skill of its name, in the list and when a user calls it; in some, the name calls their own, or the model is shown two skills with one name.",
    remedy: "Give the skill and its directory a more specific name, with `skills rename`.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill, ...chosen }) {
    const { name, document, context, label } = skill;
    // A client puts the name of a plugin before those of its skills.
    if (!document || context.plugin !== undefined) return [];
    const root = rootOf.exec(label)?.[1];
    const taken = takenNames.filter(
      ({ title, names, roots, clash }) =>
        names.includes(name) &&
        isNamed(title, chosen) &&
        (root === undefined ? clash !== "unread" : roots.includes(root)),
    );
    if (taken.length === 0) return [];
    const field = stringField(skill, "name");
    return [
      {
        file: document.file,
        ...(field?.value.trim() === name && { range: field.valueRange }),
        // Elsewhere, the skill may not be meant for that client.
        ...(!taken.some(({ roots }) => roots[0] === root) && { severity: "info" as const }),
        message: `${clauses(name, taken).join(", and ")}; choose a more specific name`,
      },
    ];
  },
});

/** What happens, in a clause for all clients in which the same happens. */
function clauses(name: string, taken: readonly TakenNames[]): readonly string[] {
  const byClause = groupBy(taken, ({ kind, clash }) => `${kind} ${clash}`);
  return Array.from(byClause.values(), (same) => clause(name, same));
}

function clause(name: string, same: readonly TakenNames[]): string {
  const { kind, clash, roots } = same[0]!;
  const clients = series(same.map(({ title, version }) => `${title} ${version}`));
  const own = kind === "command" ? `command "/${name}"` : `skill ${quote(name)}`;
  switch (clash) {
    case "replaces":
      return `the skill replaces the ${own} of ${clients}`;
    case "both":
      return `${clients} also shows its own ${own}`;
    case "own":
      return `"/${name}" calls the command of ${clients}, not the skill`;
    case "unread":
      return `${clients} does not read ${quote(`${roots[0]}/${name}`)}`;
  }
}
