import { count, grouped } from "../../../core/sentence.ts";
import type { FieldValue } from "../../../model/frontmatter.ts";
import type { Report } from "../../../model/report.ts";
import type {
  CapabilityChange,
  DiffData,
  DiffSide,
  FileChangeFact,
  SkillDiff,
  TokenStage,
} from "../../../model/reports/diff.ts";
import { estimateError } from "../../../model/token-counter.ts";
import { nameSubject } from "../../formats/text-subject.ts";
import { drawBar } from "../../html/bar.ts";
import { drawDocument, type Section } from "../../html/document.ts";
import { type Content, cut, html, lines } from "../../html/markup.ts";

/** Up to as many skills are open; of more, each is to be opened. */
const mostOpen = 3;

/** A page for the review of an update: what each skill gained, then the rest of what changed. */
export function* diffHtml(report: Report, data: DiffData): Generator<string> {
  const diffs = "diff" in data ? [data.diff] : data.diffs;
  const changed = diffs.filter(({ same, verdicts }) => !same || verdicts.length > 0);
  const sides =
    "diff" in data ? [] : [sidesSection("added", data.added), sidesSection("removed", data.removed)];
  const sections = [
    ...(changed.length === 0
      ? []
      : [
          {
            id: "changed",
            title: "Changed",
            pieces: changed.map((each) => drawSkill(each, changed.length <= mostOpen)),
          },
        ]),
    ...sides,
    ...(data.patch ? [{ id: "patch", title: "Patch", pieces: [html`<pre>${lines(data.patch)}</pre>`] }] : []),
  ].filter((section) => section !== undefined);
  const same = diffs.length - changed.length;
  const intro = html`<p>${count(changed.length, "skill")} changed, ${grouped(same)} unchanged.</p>`;
  yield* drawDocument({ title: "skillwright diff", intro, sections }, report);
}

function sidesSection(word: "added" | "removed", sides: readonly DiffSide[]): Section | undefined {
  if (sides.length === 0) return undefined;
  const items = sides.map(
    ({ path, files, bytes }) =>
      html`<li data-side="${word}"><bdi>${nameSubject(path)}</bdi> <small>${count(files, "file")}, ${count(bytes, "byte")}</small></li>`,
  );
  return { id: word, title: word === "added" ? "Added" : "Removed", pieces: [html`<ul>${items}</ul>`] };
}

function drawSkill(diff: SkillDiff, isOpen: boolean): Content {
  const { old, new: current, capabilities, verdicts, fields, files } = diff;
  const gained = capabilities.gained.length;
  return html`<details class="card" data-skill="${current.path}"${isOpen ? html` open` : undefined}>
    <summary><h3><bdi>${nameSubject(current.path)}</bdi></h3>${gained > 0 ? html`<span class="badge bad">${grouped(gained)} gained</span>` : undefined}<span class="badge quiet">${count(files.length, "file")} changed</span></summary>
    <div><p class="quiet"><bdi>${cut(old.path)}</bdi> &rarr; <bdi>${cut(current.path)}</bdi></p>
    ${drawCapabilities("gained", capabilities.gained)}
    ${drawCapabilities("lost", capabilities.lost)}
    ${capabilities.partial ? html`<p class="odd">An inventory was cut, so entries may be missing here.</p>` : undefined}
    ${
      verdicts.length === 0
        ? undefined
        : html`<h4>Verdicts</h4><ul>${verdicts.map((each) => html`<li data-verdict="${each.target}"><strong class="${each.new === "refuses" ? "bad" : "good"}">${each.target} ${each.new} it</strong>, but ${each.old === "refuses" ? "refused" : "accepted"} the old one: ${cut(each.message)} <small>${each.ruleId}</small></li>`)}</ul>`
    }
    ${
      fields.length === 0
        ? undefined
        : html`<h4>Fields</h4>${tableOf(
            "Fields",
            ["Field", "Old", "New"],
            fields.map(
              (each) =>
                html`<tr data-field="${each.key}"><th scope="row"><code>${cut(each.key, 200)}</code></th><td class="why">${valueOf(each.old)}</td><td class="why">${valueOf(each.new)}</td></tr>`,
            ),
          )}`
    }
    ${drawFiles(files)}
    ${drawTokens(diff)}</div>
  </details>`;
}

function tableOf(name: string, heads: readonly string[], rows: Content): Content {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

const lists: Readonly<Record<CapabilityChange["list"], string>> = {
  automaticCommands: "command that runs automatically",
  executables: "runnable file",
  tools: "tool allowed without asking",
  agentFiles: "agent settings",
  hosts: "host",
  paths: "path outside the skill",
  programs: "program",
  packages: "package",
  variables: "environment variable",
  unread: "file that was not inspected",
};

function drawCapabilities(word: "gained" | "lost", changes: readonly CapabilityChange[]): Content {
  if (changes.length === 0) return undefined;
  const title = word === "gained" ? "Gained" : "Lost";
  const rows = changes.map(
    ({ list, name, old, new: current, place: { file, range } }) =>
      html`<tr data-capability="${word}"><td>${lists[list]}</td><th scope="row"><code>${cut(name, 300)}</code></th><td>${[old, current].filter((kind) => kind !== undefined).join(" \u2192 ")}</td><td>${cut(file, 300)}${range && range.end.offset > 0 ? `:${range.start.line}` : ""}</td></tr>
      `,
  );
  return html`<h4>${title}</h4>${tableOf(title, ["What", "Name", "Kind", "First at"], rows)}`;
}

function valueOf(value: FieldValue | undefined): Content {
  if (value === undefined) return html`<span class="quiet">none</span>`;
  return html`<bdi>${cut(typeof value === "string" ? value : JSON.stringify(value))}</bdi>`;
}

function drawFiles(files: readonly FileChangeFact[]): Content {
  if (files.length === 0) return undefined;
  const size = (side: FileChangeFact["old"]): string =>
    side ? `${grouped(side.size)}${side.executable ? ", executable" : ""}` : "";
  const rows = files.map(
    ({ kind, path, from, old, new: current }) =>
      html`<tr data-file="${path}"><th scope="row"><code>${cut(path, 300)}</code>${from === undefined ? undefined : html` <small>from <code>${cut(from, 300)}</code></small>`}</th><td>${kind}</td><td class="r">${size(old)}</td><td class="r">${size(current)}</td></tr>
      `,
  );
  return html`<h4>Files</h4>${tableOf("Files", ["Path", "Change", "Old bytes", "New bytes"], rows)}`;
}

const stages: readonly (readonly [TokenStage, string])[] = [
  ["catalogue", "name and description, in every conversation"],
  ["body", "body of SKILL.md, when the skill is chosen"],
  ["files", "all other text files, if each is read"],
];

/** The tokens at each stage, with what both versions have in one color and the difference in another. */
function drawTokens({ tokens }: SkillDiff): Content {
  const most = Math.max(1, ...stages.flatMap(([stage]) => [tokens[stage].old, tokens[stage].new]));
  const rows = stages.map(([stage, what]) => {
    const { old, new: current } = tokens[stage];
    const more = current - old;
    const change = more === 0 ? "" : `${more > 0 ? "+" : "-"}${grouped(Math.abs(more))}`;
    return html`<tr data-stage="${stage}"><th scope="row">${what}</th><td class="r">${grouped(old)}</td><td class="r">${grouped(current)}</td><td class="r">${change}</td><td class="wide">${drawBar([Math.min(old, current), Math.max(0, more), Math.max(0, -more)], most)}</td></tr>`;
  });
  return html`<h4>Tokens (${tokens.counter === "estimate" ? `estimated, ${estimateError}` : tokens.counter})</h4>
    <p class="key"><i class="k1"></i>in both<i class="k2"></i>more<i class="k3"></i>less</p>
    ${tableOf("Tokens", ["When", "Old", "New", "Change", "Of the largest"], rows)}`;
}
