/**
 * Lists whose members are imported once by nature: a registry imports what it lists.
 * A folder stands for all files in it.
 */
export const registries: readonly string[] = [
  "rules/lists/",
  "cli/command-list.ts",
  "clients/index.ts",
  "clients/uploads/index.ts",
  "report/formats/index.ts",
  "harness/systems/index.ts",
  "archive/codes/archive-codes.ts",
  "inventory/take-inventory.ts",
  "cli/commands/completions.ts",
  "index.ts",
];

/**
 * Every other file of src that one file alone imports, folder by folder, with the reason why it is a file: a file that only one neighbor
 * imports usually belongs in it. Data of reports (src/results) is one file a command, whoever imports it.
 */
export const singleImporters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: {
    "event.ts": "what GitHub's event file says; a second format with its own vocabulary",
    "run-action.ts": "a program; bin has its first line only",
    "tell.ts":
      "log, annotations and outputs out of reports; with it run-action.ts would be over 300 lines; tested by itself",
    "workspace.ts": "paths of inputs against GITHUB_WORKSPACE",
  },
  api: {
    "starter-files.ts":
      "boundary: what a new skill holds, pure text and data; init.ts asks, looks and writes; with it init.ts would be over 300 lines",
    "watch.ts": "a use case; cli draws what it yields; tested by itself",
  },
  "api/check": {
    "installed-skills.ts":
      "a question (which skills have come from elsewhere), asked for the page only; cli may not read locks",
    "target-rules.ts":
      "data: the texts of rules that targets bring; api/check/README.md is generated from it; tested by itself",
    "try-pack.ts": "a stage: the dry pack; with it check.ts would be over 300 lines",
    "try-smoke.ts": "a stage: the smoke tests; with it check.ts would be over 300 lines; tested by itself",
    "useless-fixes.ts": "asked for the page of `skills check` only, which is in cli: cli may not run rules",
  },
  "api/diff": {
    "compare-capabilities.ts": "capabilities side by side; with it diff.ts would be over 300 lines",
    "compare-contents.ts": "files and their lines side by side; with it diff.ts would be over 300 lines",
    "diff-side.ts":
      "how one side is opened (path, archive, installed); with it diff.ts would be over 300 lines",
  },
  "api/install": {
    "plan-install.ts": "a stage, between gathering and changing; with it install.ts would be over 300 lines",
  },
  "api/lint": {
    "check-syntax.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it; with it lint.ts would be over 300 lines; tested by itself",
    "check-together.ts":
      "a stage: rules over all skills; with it lint.ts would be over 300 lines; tested by itself",
    "rule-clock.ts":
      "the clock of --timing, which keeps sums of its own; with it lint.ts would be over 300 lines",
  },
  "api/pack": {
    "compare-archive.ts":
      "a use case of its own (--check): packs in memory and compares; who reads how an archive is written needs none of it",
  },
  "api/rename": {
    "find-skill-place.ts": "which skill OLD means; with it rename.ts would be over 300 lines",
    "plan-rename.ts":
      "a stage: what would change, before anything is; with it rename.ts would be over 300 lines",
    "renamed-text.ts": "a name replaced within one text; with it plan-rename.ts would be over 300 lines",
  },
  "api/run": {
    "model-choice.ts": "what --model may say; with it run.ts would be over 300 lines; tested by itself",
  },
  "api/scope": {
    "file-list.ts": "the format of --files-from; tested by itself",
    "token-deltas.ts": "a use case that only the action has; tested by itself",
  },
  "api/settings": {
    "explain-config.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it; the use case --print-config",
    "path-settings.ts": "loads every rule, which path-overrides.ts spares `validate`; tested through lint",
  },
  "api/test": {
    "eval-tests.ts": "one kind of test a file (evals, scenarios, smoke)",
    "golden-trace.ts": "recorded traces, compared and written",
    "open-scripts.ts": "the door to the harness: cli may not import it",
    "run-tests.ts": "a stage: plays the tests of one system; with it test.ts would be over 300 lines",
    "scenario-tests.ts": "one kind of test a file (evals, scenarios, smoke)",
    "smoke-tests.ts": "one kind of test a file (evals, scenarios, smoke)",
  },
  "archive/codes": {
    "archive-codes.ts":
      "the table of all codes; its only reader keeps the pages out of programs that do not explain",
  },
  "archive/tar": {
    "confirm-tar.ts": "a second reader (tar-stream), independent of ours on purpose; tested by itself",
    "gzip.ts":
      "the gzip container (RFC 1952), read and written; with it tar-gz.ts would be over 300 lines; tested by itself",
  },
  "archive/zip": {
    "confirm-zip.ts":
      "a second reader, independent on purpose; the only file that imports yauzl; tested by itself",
    "read-zip.ts":
      "one format a file beside tar-gz.ts; would join its importer to the rest of zip/; tested by itself",
    "zip-entry.ts":
      "what one entry may be (features, type, name); with it read-zip.ts would be over 300 lines",
  },
  cli: {
    "ask.ts": "a question put at the terminal until it is answered; init only has the questions",
    "program-help.ts": "loaded by import() only when it is needed: the program's start does not pay for it",
    "terminal-paint.ts":
      "loaded by import() only when colors are wanted, as it loads picocolors; tested by itself",
    "unknown-command.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it",
    "watch.ts": "loaded by import() only when it is needed: the program's start does not pay for it",
  },
  "cli/skills-ref": {
    "skills-ref-strict.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it",
    "skills-ref.ts": "a program; bin has its first line only; tested by itself",
  },
  clients: {
    "index.ts": "the registry itself, the room's door; tested by itself",
  },
  dialects: {
    "click.ts":
      "a modeled program of its own (click 8.1.3 with difflib), in the room of such programs; tested by itself",
    "strictyaml.ts": "a modeled program of its own, the room's door to StrictYAML; tested by itself",
  },
  "dialects/python": {
    "json.ts": "a modeled program of its own: json.dumps; tested by itself",
    "path.ts": "a modeled program of its own: pathlib; tested by itself",
  },
  "dialects/yaml": {
    "parser.ts":
      "the grammar, as PyYAML keeps parser.py apart from composer.py; with it composer.ts would be over 300 lines",
    "scan-block-scalar.ts":
      "one kind of token, with its own vocabulary (header, chomping, indentation); with it token-stream.ts would be over 300 lines",
    "scan-flow-scalars.ts":
      "one kind of token: plain and quoted scalars; with it token-stream.ts would be over 300 lines",
    "scan-properties.ts":
      "one kind of token: directives, anchors, tags; with it token-stream.ts would be over 300 lines",
  },
  graph: {
    "build-graph.ts":
      "the room's only entrance: lint/load-skill.ts may not know how a graph is made; with it load-skill.ts would be over 300 lines",
    "edges.ts":
      "which file refers to which, by what, with its own vocabulary (kinds, plainest first); with it build-graph.ts would be over 300 lines",
    "lost-anchors.ts":
      "names of headings and the links that miss them; no part of nodes and edges; with it build-graph.ts would be over 300 lines",
  },
  harness: {
    "audit.ts":
      "the record of a run, described by schemas/run.schema.json; importer is in another room; with it run.ts would be over 300 lines; tested by itself",
    "metrics.ts": "entrance: its importer is in another room; tested by itself",
  },
  "harness/evals": {
    "decide-by-transcript.ts": "what a transcript proves, beside what files and words prove",
    "decide.ts": "what decides an assertion without a model; tested by itself",
    "evals-json.ts": "one format of evals a file; read-evals.ts is their registry",
    "judge-evals.ts": "entrance of the folder: its importer is in another room; tested by itself",
    "skillgrade.ts": "one format of evals a file; read-evals.ts is their registry",
    "triggers.ts": "one format of evals a file; read-evals.ts is their registry",
    "waza.ts":
      "one format of evals a file; read-evals.ts is their registry; with it read-evals.ts would be over 300 lines",
  },
  "harness/models": {
    "command.ts": "one kind of model a file; open-model.ts is their registry; tested by itself",
    "lexical.ts": "one kind of model a file; open-model.ts is their registry; tested by itself",
    "line-program.ts":
      "a program kept open that answers line by line, which knows nothing of models; tested by itself",
    "replay.ts": "one kind of model a file; open-model.ts is their registry; tested by itself",
  },
  "harness/scenario": {
    "expectation-format.ts":
      "the format of expectations, a table; with it read-scenario.ts would be over 300 lines",
    "judge.ts":
      "expectations held against a session, pure; with it run-scenario.ts would be over 300 lines; tested by itself",
    "scenario-roots.ts":
      "entrance: its importer is in another room; three tests lay out scenarios with it; tested by itself",
  },
  "harness/scripts": {
    "controlled.ts":
      "one way of running scripts a file (dry, controlled, isolated); importer in another room; tested by itself",
    "isolated.ts":
      "one way of running scripts a file (dry, controlled, isolated); importer in another room; tested by itself",
    "resource-limits.ts":
      "what the system limits a script to (prlimit, /proc/self/limits), its own vocabulary",
    "self-test.ts":
      "the proof that a sandbox holds, with a program of its own that tries to get out; independent on purpose of what it tests",
    "skill-copy.ts": "the copy of a skill, and what a script changed in it",
  },
  "harness/smoke": {
    "pages.ts": "data: the text of a page for each check; importer in another room",
    "references.ts":
      "follows every path that the instructions give; with it run-smoke.ts would be over 300 lines",
  },
  "harness/systems/agentskills": {
    "load-skills.ts":
      "which skills there are and what their frontmatter says, by the guide; with it agentskills.ts would be over 300 lines",
  },
  "harness/systems/agio": {
    "registry.ts": "registry.py and loader.py of agio; with it agio.ts would be over 300 lines",
  },
  "harness/systems/react-actions": {
    "perform.ts": "carries out one action; with it react-actions.ts would be over 300 lines",
    "permissions.ts":
      "whether an action is permitted; with it perform.ts would be over 300 lines; tested by itself",
    "prompt.ts": "the words that the model is shown; with it react-actions.ts would be over 300 lines",
  },
  "harness/systems/spring-ai-alibaba": {
    "registry.ts":
      "AbstractSkillRegistry.java and what it reads; with it spring-ai-alibaba.ts would be over 300 lines",
  },
  install: {
    "carry-out.ts":
      "what the journal says is done or taken back; with it change-root.ts would be over 300 lines; tested by itself",
    "create-entries.ts": "another room: api may not import node:fs; with it init.ts would be over 300 lines",
    "lock.ts": "another room: reads and writes the lock's bytes; api only joins",
  },
  lint: {
    "baseline-file.ts":
      "the bytes of a baseline and what is wrong with them, beside which findings it knows; importer in another room; tested by itself",
    "contradictions.ts": "which fixes exclude each other; check.ts only stamps findings; tested by itself",
    "code-changes.ts":
      "decides whether an edit changes code, from texts that are read; load-skill.ts only joins",
    "fix-skill.ts": "a stage of lint: fixes until none applies any more",
    "overlay.ts": "a SkillSource like directory, memory and archive: a skill as its fixes would leave it",
  },
  manifest: {
    "parse-manifest.ts": "another room: api may not parse; tested by itself",
  },
  parse: {
    "fences.ts": "skill-md.ts only joins it with body and frontmatter; tested by itself",
    "opening.ts":
      "how frontmatter opens and what was meant as that; with it fences.ts would be over 300 lines",
    "suppression-comments.ts":
      "a boundary between rooms (api joins, parse reads); with it suppressions.ts would be over 300 lines; tested by itself",
    "suppression-misspelt.ts":
      "a boundary between rooms; looks for other words, by patterns of its own, than suppression-comments.ts; tested by itself",
  },
  "parse/body": {
    "block-starts.ts":
      "the patterns by which one line begins or ends text, a heading, an item, a fence, HTML; with it blocks.ts would be over 300 lines",
    "body-code.ts": "one kind of fact of a body a file; body.ts joins them",
    "body-patterns.ts":
      "the patterns of paths and their proofs of linear time; link-targets.ts applies them; with it link-targets.ts would be over 300 lines",
    "body-placeholders.ts": "one kind of fact of a body a file; body.ts joins them",
    "samples.ts": "one kind of fact of a body a file; body.ts joins them",
    "inline.ts": "what stands inside a block; with it body.ts would be over 300 lines",
  },
  "parse/script": {
    "metadata.ts": "the blocks of PEP 723, the only part that reads TOML",
  },
  "parse/syntax": {
    "javascript.ts": "a boundary: the only file that imports acorn",
  },
  "parse/yaml": {
    "mistakes.ts":
      "what an author meant where YAML does not parse; with it reader.ts would be over 300 lines",
    "reader.ts":
      "YAML that plain.ts cannot read, by the parser; with it frontmatter.ts would be over 300 lines; tested by itself",
    "tabs.ts": "lines indented with tabs and their fix; with it mistakes.ts would be over 300 lines",
  },
  programs: {
    "python.ts": "one program of the machine a file; importer in another room; tested by itself",
    "shell.ts": "one program of the machine a file; importer in another room; tested by itself",
  },
  read: {
    "git-repository.ts": "a boundary: only read opens files (node:fs), and its importer is in api",
    "plugin-root.ts":
      "a format of its own: the manifests of plugins and marketplaces; surroundings.ts asks the disk for the rest",
    "project-files.ts": "only read opens files, and its importer is in api",
    "project-skills.ts":
      "a boundary between rooms: where the skills of a project are on the disk, for whoever names no path",
    "reference-file.ts":
      "a boundary: only read opens files (node:fs); Python's exists, access and resolve as own vocabulary",
    "snapshot.ts": "a boundary: only read opens files (node:fs); tested by itself",
    "watch.ts":
      "a boundary: only read watches the disk (node:fs); with it watch.ts would be over 300 lines; tested by itself",
  },
  reference: {
    "command-line.ts": "a boundary between rooms: the reference's options and messages; tested by itself",
    "properties.ts":
      "a boundary between rooms: the reference's `read-properties` and `to-prompt`; tested by itself",
  },
  "report/commands": {
    "action-summary.ts": "the summary page of the action: report draws, action prints; tested by itself",
    "digest-text.ts": "the page of `skills digest`: report draws, cli prints; rooms apart",
    "graph-drawing.ts": "the DOT and Mermaid formats of `skills graph`; tested by itself",
    "graph-text.ts": "the page of `skills graph`: report draws, cli prints; rooms apart; tested by itself",
    "init-text.ts": "the page of `skills init`: report draws, cli prints; rooms apart",
    "lint-text.ts": "what `skills lint` draws beside the report: report draws, cli prints",
    "list-text.ts": "the page of `skills list`: report draws, cli prints; rooms apart",
    "pack-text.ts":
      "the page of `skills pack`: report draws, cli prints; rooms apart; with it pack.ts would be over 300 lines",
    "rename-text.ts": "the page of `skills rename`: report draws, cli prints; rooms apart",
    "run-text.ts": "the page of `skills run`: report draws, cli prints; rooms apart",
  },
  "report/commands/check": {
    "check-next.ts": "a part of the page: what to type next; with it check-text.ts would be over 300 lines",
    "check-text.ts":
      "the page of `skills check`: report draws, cli prints; rooms apart; with it check.ts would be over 300 lines; tested by itself",
  },
  "report/commands/diff": {
    "diff-capabilities.ts": "a part of the page; with it diff-text.ts would be over 300 lines",
    "diff-collections.ts":
      "the page of `skills diff`: report draws, cli prints; rooms apart, for several skills",
    "diff-patch.ts": "the patch format of `skills diff`",
    "diff-text.ts":
      "the page of `skills diff`: report draws, cli prints; rooms apart; with it diff.ts would be over 300 lines",
  },
  "report/commands/inspect": {
    "inspect-brief.ts": "the form for several skills",
    "inspect-facts.ts": "a part of the page; with it inspect-text.ts would be over 300 lines",
    "inspect-text.ts": "the page of `skills inspect`: report draws, cli prints; rooms apart",
  },
  "report/commands/test": {
    "test-junit.ts": "the JUnit format of `skills test`; tested by itself",
  },
  "report/commands/verify": {
    "lock-text.ts":
      "the page of `skills verify`: report draws, cli prints; rooms apart, for a lock; tested by itself",
    "verify-text.ts":
      "the page of `skills verify`: report draws, cli prints; rooms apart; with it verify.ts would be over 300 lines",
  },
  "report/formats": {
    "fingerprints.ts": "by what a finding is the same in a later run",
  },
  "rules/parts": {
    "similar-texts.ts":
      "a measure over texts that knows nothing of skills; with it description-similar.ts would be over 300 lines; tested by itself",
  },
  tokens: {
    "o200k-table.ts":
      "boundary: the only file that imports gpt-tokenizer; an entry of the build of its own (build/build.js), loaded late",
  },
  write: {
    "held-folder.ts":
      "holds a folder open by descriptor against a swapped link; write-changes.ts decides what is written; tested by itself",
    "write-changes.ts": "another room: disk out; with it lint.ts would be over 300 lines; tested by itself",
  },
};
