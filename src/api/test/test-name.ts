import type { SystemId } from "../../model/agent.ts";

/** "skills/pdf > agio > body". */
export function nameTest(path: string, system: SystemId | undefined, check: string): string {
  return [path, system, check].filter((part) => part !== undefined).join(" > ");
}
