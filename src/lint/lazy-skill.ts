import type { Skill, SkillDocument } from "../model/skill.ts";
import type { SyntaxVerdicts } from "../model/syntax.ts";
import type { TokenCounter } from "../model/token-counter.ts";
import { buildGraph } from "../graph/build-graph.ts";
import type { GraphMemory } from "../graph/graph-memory.ts";
import { findScripts } from "../parse/script/script.ts";
import { readSyntax } from "../parse/syntax/syntax.ts";

type SkillParts = Omit<Skill, "scripts" | "graph" | "syntax" | "context">;

/** A skill whose scripts, syntax and graph are computed on demand. */
export class LazySkill implements Skill {
  readonly name: string;
  readonly label: string;
  readonly files: Skill["files"];
  readonly document?: SkillDocument;
  readonly references: Skill["references"];
  readonly validatorRefusals: Skill["validatorRefusals"];
  readonly partial: Skill["partial"];
  readonly texts: Skill["texts"];
  readonly opaque: Skill["opaque"];
  readonly tokens: TokenCounter;
  context: Skill["context"] = { executable: new Map() };
  readonly #verdicts: SyntaxVerdicts | undefined;
  readonly #memory: GraphMemory | undefined;
  #scripts: Skill["scripts"] | undefined;
  #syntax: Skill["syntax"] | undefined;
  #graph: Skill["graph"] | undefined;

  constructor(parts: SkillParts, verdicts?: SyntaxVerdicts, memory?: GraphMemory) {
    this.name = parts.name;
    this.label = parts.label;
    this.files = parts.files;
    if (parts.document) this.document = parts.document;
    this.references = parts.references;
    this.validatorRefusals = parts.validatorRefusals;
    this.partial = parts.partial;
    this.texts = parts.texts;
    this.opaque = parts.opaque;
    this.tokens = parts.tokens;
    this.#verdicts = verdicts;
    this.#memory = memory;
  }

  get scripts(): Skill["scripts"] {
    return (this.#scripts ??= findScripts(this.texts));
  }

  get syntax(): Skill["syntax"] {
    return (this.#syntax ??= readSyntax(this.texts, () => this.scripts, this.#verdicts));
  }

  get graph(): Skill["graph"] {
    const { name, files, texts, references, document } = this;
    const scripts = () => this.scripts;
    return (this.#graph ??= buildGraph({
      name,
      files,
      texts,
      references,
      scripts,
      memory: this.#memory,
      ...(document && { file: document.file }),
    }));
  }
}
