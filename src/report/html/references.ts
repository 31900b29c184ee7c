import { groupBy } from "../../core/group-by.ts";
import { count } from "../../core/sentence.ts";
import { documentName } from "../../model/document-name.ts";
import type { BrokenReference, GraphedEdge, SkillReferences } from "../../model/reports/graph.ts";
import { brokenWords } from "../commands/graph-text.ts";
import { breakable, type Content, cut, html } from "./markup.ts";

/** References that are drawn, what is wrong first; and levels, below which a file begins a tree of its own. */
const most = { references: 400, levels: 5 };

/** What a file is, as the class of its box. */
type Look = "start" | "file" | "orphan" | "missing" | "outside";

/** A line below a file that names something. */
interface Item {
  /** The file that is named, which is drawn with its own items below; undefined if it is not there. */
  readonly to?: string;
  readonly draw: (own: Content) => Content;
}

/** A skill's references as trees: SKILL.md with what it names, and so on, then the files that nothing leads to. */
export function drawReferences(references: SkillReferences): Content {
  const { edges, broken, lostAnchors, orphans, capped } = references;
  const wrong = [
    ...broken.map((each) => ({ from: each.from, item: brokenItem(each) })),
    ...lostAnchors.map((each) => ({ from: each.from, item: anchorItem(each) })),
  ];
  if (wrong.length + edges.length + orphans.length === 0) return undefined;
  const shown = [...wrong, ...edges.map((each) => ({ from: each.from, item: edgeItem(each) }))].slice(
    0,
    most.references,
  );
  const left = wrong.length + edges.length - shown.length;
  const items = groupBy(shown, ({ from }) => from);
  const lost = orphans.slice(0, most.references);
  const trees = drawTrees(
    new Map(Array.from(items, ([from, own]) => [from, own.map(({ item }) => item)])),
    lost,
  );
  const more = [
    ...(left > 0 ? [count(left, "reference")] : []),
    ...(orphans.length > lost.length
      ? [`${count(orphans.length - lost.length, "file")} that nothing leads to`]
      : []),
  ];
  return html`<h4>References</h4>
    ${capped ? html`<p class="odd">There are too many references to follow; some are missing here.</p>` : undefined}
    <p class="quiet">Below each file is what it names; "&hellip;" marks one whose references are elsewhere in the drawing.</p>
    <ul class="tree">${trees}</ul>
    ${more.length > 0 ? html`<p class="quiet">and ${more.join(", ")} more</p>` : undefined}`;
}

/** Each file with its items once, below the file nearest to SKILL.md that names it. */
function drawTrees(
  items: ReadonlyMap<string, readonly Item[]>,
  orphans: readonly string[],
): readonly Content[] {
  const lost = new Set(orphans);
  const levels = new Map<string, number>();
  /** The items below which the named file has its own. */
  const opened = new Set<Item>();
  const roots: string[] = [];
  // What a tree is too deep for begins one of its own.
  for (const start of [documentName, ...orphans, ...items.keys()]) {
    if (levels.has(start)) continue;
    roots.push(start);
    levels.set(start, 0);
    const queue = [start];
    for (const from of queue)
      for (const item of items.get(from) ?? []) {
        const { to } = item;
        if (to === undefined || levels.has(to) || lost.has(to)) continue;
        const level = levels.get(from)! + 1;
        if (level >= most.levels && items.has(to)) continue;
        levels.set(to, level);
        opened.add(item);
        queue.push(to);
      }
  }
  const drawOwn = (path: string): Content => {
    const own = items.get(path) ?? [];
    return own.length === 0 ? undefined : html`<ul>${own.map(drawItem)}</ul>`;
  };
  const drawItem = (item: Item): Content =>
    item.draw(
      item.to === undefined
        ? undefined
        : opened.has(item)
          ? drawOwn(item.to)
          : items.has(item.to)
            ? " …"
            : undefined,
    );
  return roots.map((path) =>
    lost.has(path)
      ? html`<li data-orphan="${path}">${drawBox("orphan", path, "nothing leads here")}${drawOwn(path)}</li>`
      : html`<li>${drawBox(path === documentName ? "start" : "file", path)}${drawOwn(path)}</li>`,
  );
}

/** In words too, as a color cannot be read aloud. */
function drawBox(look: Look, title: string, words = ""): Content {
  return html`<span class="box ${look}"><code>${breakable(cut(title, 300))}</code>${words && ` ${words}`}</span>`;
}

function edgeItem({ to, kind, line }: GraphedEdge): Item {
  return {
    to,
    draw: (own) =>
      html`<li data-edge="${kind}">${drawBox("file", to)} <small>${kind}, line ${line}</small>${own}</li>`,
  };
}

const outside: ReadonlySet<BrokenReference["status"]> = new Set(["escapes", "absolute"]);

function brokenItem({ target, status, line, nearest }: BrokenReference): Item {
  const look = outside.has(status) ? "outside" : "missing";
  return {
    draw: () =>
      html`<li data-broken="${status}">${drawBox(look, target, brokenWords[status])} <small>line ${line}</small>${near(nearest)}</li>`,
  };
}

function anchorItem({ to, fragment, line, nearest }: SkillReferences["lostAnchors"][number]): Item {
  const target = `${cut(to, 300)}#${fragment}`;
  return {
    draw: () =>
      html`<li data-broken="anchor">${drawBox("missing", target, "matches no heading")} <small>line ${line}</small>${near(nearest && `#${nearest}`)}</li>`,
  };
}

function near(nearest: string | undefined): Content {
  return nearest === undefined ? undefined : html`; did you mean <code>${cut(nearest, 300)}</code>?`;
}
