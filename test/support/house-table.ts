import type { Room } from "./house.ts";

/** The rooms as a table in Markdown: what each is for, and what it may import. */
export function houseTable(house: Readonly<Record<string, Room>>): string {
  const rows = Object.entries(house).map(
    ([name, { about, imports, packages }]) =>
      `| ${name} | ${about} | ${listed(imports)} | ${listed(packages)} |`,
  );
  return ["| Room | Is for | Ours | Packages |", "|---|---|---|---|", ...rows].join("\n");
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "–" : Array.from(names).sort().join(", ");
}
