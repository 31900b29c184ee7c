import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../src/core/utf8.ts";
import { clients } from "../src/generated/clients.ts";
import { listCatalog, toCatalogSkill } from "../src/targets/list-catalog.ts";
import { answersFor } from "./support/answers-for.ts";

/** What live/run.js recorded of a client: live/README.md describes the marks in the texts. */
interface LiveCatalogs {
  readonly client: string;
  readonly version: string;
  readonly sets: Readonly<Record<string, { readonly text: string }>>;
}

interface SetSkill {
  readonly name: string;
  readonly description: string;
}

interface Sets {
  skillsOf(set: string): readonly SetSkill[];
  skillFile(skill: SetSkill): string;
}

const { skillsOf, skillFile } = (await import(new URL("../live/sets.js", import.meta.url).href)) as Sets;
const folder = new URL("../fixtures/live/catalogs/", import.meta.url);
const recorded = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as LiveCatalogs,
);

describe.each(recorded)("$client@$version", ({ client, version, sets }) => {
  const found = clients
    .find(({ id }) => id === client)
    ?.versions.find((each) => answersFor(each, version) && each.load && each.catalog);
  it.skipIf(!found).each(Object.keys(sets))("lists the set %s as the released client did", (set) => {
    const { load, catalog: rules } = found!;
    const skills = skillsOf(set);
    // A client may escape what replaces the path of the project.
    const text = expanded(sets[set]!.text, skills).replaceAll("<project>", "/project");
    const loaded = skills.flatMap((skill) => {
      const result = load!({ directory: skill.name, bytes: encodeUtf8(skillFile(skill)) });
      const path = `/project/.agents/skills/${skill.name}/SKILL.md`;
      return result.loads === true ? [toCatalogSkill(result, { directory: skill.name, path })] : [];
    });
    // Where the order is that of the file system, it is the recorded one.
    const inOrder = loaded.toSorted((a, b) => text.indexOf(a.name) - text.indexOf(b.name));
    const { before, after } = rules!.format;
    const listed = listCatalog(rules!, inOrder).text;
    expect(
      loaded.length === 0 || text.includes(listed.slice(before.length, listed.length - after.length)),
    ).toBe(true);
  });
});

/** The recorded text with the shown parts of the descriptions. */
function expanded(text: string, skills: readonly SetSkill[]): string {
  const descriptions = new Map(skills.map(({ name, description }) => [name, description]));
  const whole = text.replace(
    /\{\{(skill-\d+):(\d+)( spaces)?\}\}/g,
    (_, name: string, length: string, spaces?: string) => {
      const description = descriptions.get(name) ?? "";
      return (spaces ? description.replaceAll("\n", " ") : description).slice(0, Number(length));
    },
  );
  return Buffer.from(whole).toString("utf8");
}
