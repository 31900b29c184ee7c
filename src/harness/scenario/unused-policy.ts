import { didYouMean, nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import type { Scenario } from "../../model/scenario.ts";
import type { SessionUse, UnusedPart } from "./unused-part.ts";

/** The parts of a scenario's policy without any effect. `offered` are the tools of the session's requests. */
export async function unusedPolicy(
  scenario: Scenario,
  offered: ReadonlySet<string>,
  use: Pick<SessionUse, "approvals" | "tools">,
): Promise<readonly UnusedPart[]> {
  return [...unusedApprovals(scenario, use), ...(await unresolvedTools(scenario, offered, use))];
}

function unusedApprovals(
  { policy: { approval, approvals }, positions }: Scenario,
  use: Pick<SessionUse, "approvals">,
): readonly UnusedPart[] {
  return positions.policy.approvals.slice(use.approvals).map((at, index) => ({
    at,
    message:
      approval === "interactive"
        ? `the answer ${use.approvals + index + 1} of ${approvals.length} was never asked for`
        : "the user is never asked; write `approval: interactive`",
  }));
}

/** Tools that the policy names and that no agent has: most often, the name is misspelled. */
async function unresolvedTools(
  { policy: { configured = [], allowed = [] }, tools, positions }: Scenario,
  offered: ReadonlySet<string>,
  use: Pick<SessionUse, "tools">,
): Promise<readonly UnusedPart[]> {
  const known = new Set([...tools.map(({ name }) => name), ...offered]);
  const unresolved: UnusedPart[] = [];
  for (const [index, name] of [...configured, ...allowed].entries()) {
    const at = positions.policy.tools[index];
    if (!at || known.has(name)) continue;
    const others = await use.tools();
    if (others.has(name)) continue;
    unresolved.push({
      at,
      message: `the policy names the tool ${quote(name, 80)}, which no agent has${didYouMean(nearest(name, [...known, ...others]))}`,
    });
  }
  return unresolved;
}
