import { SkillsError } from "../../core/errors.ts";

/** A comma-separated list of clients, which may be repeated. The use case checks the ids. */
export function parseClients(list: string, before: readonly string[] = []): readonly string[] {
  const words = list.split(",").map((word) => word.trim());
  if (words.includes(""))
    throw new SkillsError("bad-usage", "--client needs an id; run `skills clients` for the list");
  return [...before, ...words.filter((word) => !before.includes(word))];
}
