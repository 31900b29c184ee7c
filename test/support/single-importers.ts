/**
 * Registries: each imports the files that it lists, which usually have no other importer.
 * A directory means all files in it.
 */
export const registries: readonly string[] = [
  "rules/lists/",
  "cli/command-list.ts",
  "targets/clients/common.ts",
  "targets/clients/index.ts",
  "targets/validators/index.ts",
  "targets/uploads/index.ts",
  "report/formats/index.ts",
  "harness/systems/index.ts",
  "archive/codes/archive-codes.ts",
  "inventory/take-inventory.ts",
  "cli/commands/completions.ts",
  "index.ts",
  "real/clients/index.ts",
  "real/index.ts",
];

/**
 * Every other file of src with a single importer, by directory, with the reason why it is separate: such a file usually
 * belongs in its importer. Data of reports (src/results) is always one file per command.
 */
export const singleImporters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: {
    "event.ts": "the format of GitHub's event file, with its own vocabulary",
    "run-action.ts": "a program; bin only calls it",
    "tell.ts":
      "turns reports into log, annotations and outputs; with it run-action.ts would be over 300 lines; tested by itself",
    "workspace.ts": "paths of inputs against GITHUB_WORKSPACE",
  },
  api: {
    "asked-clients.ts": "a boundary: validate loads the records only for a client that was asked for",
    "starter-files.ts":
      "a boundary: the files of a new skill, pure text and data; init.ts does the I/O; with it init.ts would be over 300 lines",
    "watch.ts": "a use case; cli prints what it yields; tested by itself",
  },
  "api/archives": {
    "held-skill.ts":
      "what a skill that was read gives to packing, and when it does not suffice; tested by itself",
  },
  "api/cache": {
    "cache-file.ts": "the format of the file and who may have written it; knows nothing of skills",
    "default-location.ts": "a boundary: only a run with --cache loads it, and with it node:crypto",
    "dependencies.ts": "what a result depends on outside the skill; check.ts says nothing of git",
    "saved-line.ts": "the format of a line; with it result-cache.ts would be over 300 lines",
    "skill-state.ts": "when two states of a skill are the same; knows nothing of the file",
    "surroundings-record.ts": "what a run asked about all skills, as data; knows nothing of fixes",
  },
  "api/check": {
    "installed-skills.ts": "finds skills installed from elsewhere, for the page only; cli may not read locks",
    "target-rules.ts":
      "data: the texts of the rules of targets; api/check/README.md is generated from it; tested by itself",
    "try-pack.ts": "a stage: the dry pack; with it check.ts would be over 300 lines",
    "try-smoke.ts": "a stage: the smoke tests; with it check.ts would be over 300 lines; tested by itself",
    "useless-fixes.ts": "used only for the page of `skills check`, in cli, which may not run rules",
  },
  "api/diff": {
    "compare-capabilities.ts": "capabilities side by side; with it diff.ts would be over 300 lines",
    "compare-contents.ts": "files and their lines side by side; with it diff.ts would be over 300 lines",
    "diff-side.ts":
      "how one side is opened (path, archive, installed); with it diff.ts would be over 300 lines",
  },
  "api/doctor": {
    "help.ts": "a part of diagnose.ts: the commands that help; with it diagnose.ts would be over 300 lines",
    "cut-in-catalog.ts":
      "what the catalog leaves out of descriptions; diagnose.ts says why skills do not load",
    "why-unread.ts": "the words for misplaced files; with them diagnose.ts would be over 300 lines",
    "compare-announced.ts": "compares two lists of skills; prove.ts starts programs",
    "prove.ts": "a use case, loaded only with --prove",
  },
  "api/install": {
    "plan-install.ts": "a stage, between gathering and changing; with it install.ts would be over 300 lines",
  },
  "api/jobs": {
    "crew.ts": "a boundary: only a run in several threads loads it, and with it node:worker_threads",
    "run-thread.ts": "a program: the other side of crew.ts; bin only calls it",
  },
  "api/lint": {
    "check-syntax.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it; with it lint.ts would be over 300 lines; tested by itself",
    "check-together.ts":
      "a stage: rules over all skills; with it lint.ts would be over 300 lines; tested by itself",
    "packed-loads.ts": "a format of its own, with every field of a load",
  },
  "api/pack": {
    "pack-bundle.ts": "one archive of several skills; with it pack.ts would hold two ideas",
  },
  "api/real": {
    "compare-record.ts": "compares with the record, not with the author's text as judge-session.ts does",
    "compare-text.ts": "compares two texts, whatever they are",
  },
  "api/rename": {
    "find-skill-place.ts": "resolves OLD to a skill; with it rename.ts would be over 300 lines",
    "plan-rename.ts":
      "a stage: plans the changes before any is made; with it rename.ts would be over 300 lines",
    "renamed-text.ts": "a name replaced within one text; with it plan-rename.ts would be over 300 lines",
  },
  "api/scope": {
    "file-list.ts": "the format of --files-from; tested by itself",
    "token-deltas.ts": "a use case of the action only; tested by itself",
  },
  "api/settings": {
    "explain-config.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it; the use case --print-config",
    "path-settings.ts":
      "loads every rule, which `validate` avoids with path-overrides.ts; tested through lint",
  },
  "api/test": {
    "golden-trace.ts": "recorded traces, compared and written",
    "choose-systems.ts": "which agents are simulated, with its own options",
    "list-settings.ts": "the entrance to the harness: cli may not import it",
    "model-evals.ts": "one kind of test per file: evals played by a model",
    "model-scenarios.ts": "one kind of test per file: scenarios played by a model",
    "open-scripts.ts": "the entrance to the harness: cli may not import it",
    "play-cases.ts":
      "a stage: the sessions of a model, before they are judged; with it model-evals.ts would be over 300 lines",
    "run-tests.ts": "a stage: plays the tests of one system; with it test.ts would be over 300 lines",
    "scenario-tests.ts": "one kind of test per file (evals, scenarios, smoke)",
    "smoke-tests.ts": "one kind of test per file (evals, scenarios, smoke)",
  },
  "archive/codes": {
    "archive-codes.ts":
      "the table of all codes; its only importer excludes the pages from programs that do not explain",
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
      "one format per file, like tar-gz.ts; its importer would depend on the rest of zip/; tested by itself",
    "zip-entry.ts": "checks one entry (features, type, name); with it read-zip.ts would be over 300 lines",
  },
  cli: {
    "ask-fixes.ts":
      "loaded by import() only with --interactive: `skills lint` without it does not pay for it",
    "compiled-code.ts": "how compiled code is kept; compile-cache.ts decides where",
    "kept-code.ts": "the file of compiled code; compiled-code.ts loads and runs programs",
    "program-help.ts": "loaded by import() only when it is needed: the program's start does not pay for it",
    "terminal-paint.ts":
      "loaded by import() only when colors are wanted, as it loads picocolors; tested by itself",
    "test-real.ts": "loaded by import() only with --real: `skills test` without it does not pay for it",
    "unknown-command.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it",
  },
  "cli/completions": {
    "complete.ts": "loaded by import() only when a shell asks: the program's start does not pay for it",
    "outline.ts": "run by the build, which keeps its result; the program uses only its types",
  },
  "cli/options": {
    "hyperlinks.ts":
      "loaded by import() only on a terminal with color: the program's start does not pay for it; tested by itself",
    "agent-options.ts": "a set of options; with it test.ts would be over 300 lines",
    "model-options.ts": "a set of options; with it test.ts would be over 300 lines",
  },
  "cli/skills-ref": {
    "skills-ref-strict.ts":
      "loaded by import() only when it is needed: the program's start does not pay for it",
    "skills-ref.ts": "a program; bin only calls it; tested by itself",
  },
  core: {
    "simple-yaml-flow.ts": "the grammar of flow collections, apart from that of blocks",
    "text-store.ts": "a store for texts outside of the heap, whatever they are; lint only says which",
  },
  "dialects/js": {
    "bun-yaml.ts": "a separate modeled program: Bun.YAML",
  },
  "targets/clients": {
    "deepagents-python.ts": "a separate program: the package for Python, with rules of its own",
  },
  "targets/reading": {
    "catalog-even.ts": "how a budget is shared, for all clients that share it evenly",
    "quote-scalars.ts":
      "how a program repairs YAML, with its own vocabulary; with it codex.ts would mix two ideas",
  },
  "targets/validators": {
    "index.ts": "the registry itself, the room's door; tested by itself",
  },
  dialects: {
    "click.ts":
      "a separate modeled program (click 8.1.3 with difflib), in the room of such programs; tested by itself",
    "strictyaml.ts": "a separate modeled program, the room's door to StrictYAML; tested by itself",
  },
  "dialects/vscode": {
    "old-yaml.ts": "a separate modeled program: VS Code's YAML reader until early 2026; tested by itself",
    "scan-block-scalar.ts": "a part of the scanner; with it scan-yaml.ts would be over 300 lines",
    "scan-quoted.ts": "a part of the scanner; with it scan-yaml.ts would be over 300 lines",
    "scan-yaml.ts": "the scanner; with it yaml.ts would be over 300 lines",
    "yaml.ts": "a separate modeled program: VS Code's YAML reader; tested by itself",
  },
  "dialects/python": {
    "json.ts": "a separate modeled program: json.dumps; tested by itself",
    "path.ts": "a separate modeled program: pathlib; tested by itself",
  },
  "dialects/yaml": {
    "scan-block-scalar.ts":
      "one kind of token, with its own vocabulary (header, chomping, indentation); with it token-stream.ts would be over 300 lines",
    "scan-flow-scalars.ts":
      "one kind of token: plain and quoted scalars; with it token-stream.ts would be over 300 lines",
    "scan-properties.ts":
      "one kind of token: directives, anchors, tags; with it token-stream.ts would be over 300 lines",
  },
  graph: {
    "build-graph.ts":
      "the room's only entrance: lint/load-skill.ts may not build a graph; with it load-skill.ts would be over 300 lines",
    "edges.ts":
      "which file refers to which, by what, with its own vocabulary (kinds, simplest first); with it build-graph.ts would be over 300 lines",
    "lost-anchors.ts":
      "headings and links to missing anchors; independent of nodes and edges; with it build-graph.ts would be over 300 lines",
  },
  harness: {
    "audit.ts":
      "the record of a run, described by schemas/run.schema.json; importer is in another room; with it run.ts would be over 300 lines; tested by itself",
  },
  "harness/evals": {
    "agent-evals.ts": "one format of evals per file; read-evals.ts is their registry",
    "decide-by-transcript.ts": "decides by a transcript; decide.ts by files and words",
    "evals-json.ts": "one format of evals per file; read-evals.ts is their registry",
    "skillgrade.ts": "one format of evals per file; read-evals.ts is their registry",
    "triggers.ts": "one format of evals per file; read-evals.ts is their registry",
    "waza.ts":
      "one format of evals per file; read-evals.ts is their registry; with it read-evals.ts would be over 300 lines",
  },
  "harness/models": {
    "command.ts": "one kind of model per file; open-model.ts is their registry; tested by itself",
    "lexical.ts": "one kind of model per file; open-model.ts is their registry; tested by itself",
    "line-program.ts": "a running program that answers line by line, independent of models; tested by itself",
    "replay.ts": "one kind of model per file; open-model.ts is their registry; tested by itself",
  },
  "harness/scenario": {
    "event-format.ts": "the formats of events, a table of their own beside that of expectations",
    "expectation-format.ts":
      "the format of expectations, a table; with it read-scenario.ts would be over 300 lines",
    "project-format.ts":
      "the format of a project's files, which checks their paths; used twice by its importer",
    "unused.ts": "the parts of a scenario without effect; with it run-scenario.ts would be over 300 lines",
    "unused-policy.ts": "the part about the policy; with it unused.ts would be over 300 lines",
    "scenario-roots.ts":
      "entrance: its importer is in another room; three tests lay out scenarios with it; tested by itself",
    "step-format.ts": "the steps, which are a format of their own beside the rest of a scenario",
  },
  "harness/scripts": {
    "controlled.ts":
      "one method of running scripts per file (dry, controlled, isolated); importer in another room; tested by itself",
    "isolated.ts":
      "one method of running scripts per file (dry, controlled, isolated); importer in another room; tested by itself",
    "resource-limits.ts": "resource limits of a script (prlimit, /proc/self/limits), with its own vocabulary",
    "self-test.ts":
      "tests a sandbox with a program that tries to escape; independent on purpose of what it tests",
    "skill-copy.ts": "copies a skill and finds what a script changed in it",
  },
  "harness/shell": {
    "check-script.ts": "what is simulated, decided on the parsed script, without running anything",
    "play-shell.ts": "entrance: its importer is in another directory",
  },
  "harness/smoke": {
    "arrival.ts":
      "compares the description and the fields with what the agent announces; with it run-smoke.ts would be over 300 lines",
    "pages.ts": "data: the text of a page for each check; importer in another room",
    "references.ts":
      "follows every path that the instructions give; with it run-smoke.ts would be over 300 lines",
  },
  "harness/systems/agentskills": {
    "load-skills.ts":
      "finds skills and reads their frontmatter, by the guide; with it agentskills.ts would be over 300 lines",
  },
  "harness/systems/agio": {
    "registry.ts": "registry.py and loader.py of agio; with it agio.ts would be over 300 lines",
  },
  "harness/systems/react-actions": {
    "perform.ts": "carries out one action; with it react-actions.ts would be over 300 lines",
    "prompt.ts": "the text of the prompt; with it react-actions.ts would be over 300 lines",
    "run-state.ts": "what one run has used and answered; with it react-actions.ts would be over 300 lines",
  },
  "harness/systems/spring-ai-alibaba": {
    "prompt.ts": "the text of the system prompt; with it spring-ai-alibaba.ts would be over 300 lines",
  },
  install: {
    "carry-out.ts":
      "performs or undoes the steps of the journal; with it change-root.ts would be over 300 lines; tested by itself",
    "create-entries.ts": "another room: api may not import node:fs; with it init.ts would be over 300 lines",
    "lock.ts": "another room: reads and writes the lock's bytes; api only joins",
  },
  lint: {
    "baseline-file.ts":
      "the file format of a baseline and its errors, separate from matching findings; importer in another room; tested by itself",
    "contradictions.ts":
      "finds fixes that exclude each other; independent of adding ids to findings; tested by itself",
    "code-changes.ts": "decides whether an edit changes code, from loaded texts; load-skill.ts only joins",
    "fix-skill.ts": "a stage of lint: applies fixes until none is left",
    "join-loads.ts": "which finding says why a client does not load the skill; one step of examining",
    "lazy-skill.ts": "the skill as rules see it; load-skill.ts reads its parts",
    "overlay.ts": "a SkillSource like directory, memory and archive: a skill as its fixes would leave it",
    "pack-findings.ts": "a format for findings and nothing else: its writer and its reader",
  },
  manifest: {
    "parse-manifest.ts": "another room: api may not parse; tested by itself",
  },
  parse: {
    "fences.ts": "skill-md.ts only joins it with body and frontmatter; tested by itself",
    "misspelled-suppressions.ts":
      "a boundary between rooms; uses other words and patterns than suppression-comments.ts; tested by itself",
    "opening.ts": "recognizes opening fences, also wrong ones; with it fences.ts would be over 300 lines",
    "suppression-comments.ts": "a boundary between rooms (api joins, parse reads); tested by itself",
  },
  "parse/body": {
    "block-starts.ts":
      "patterns for lines that begin or end text, a heading, an item, a fence or HTML; with it blocks.ts would be over 300 lines",
    "body-code.ts": "one kind of fact per file; body.ts joins them",
    "body-patterns.ts":
      "the patterns of paths and their proofs of linear time; link-targets.ts applies them; with it link-targets.ts would be over 300 lines",
    "body-placeholders.ts": "one kind of fact per file; body.ts joins them",
    "samples.ts": "one kind of fact per file; body.ts joins them",
    "inline.ts": "parses the inline content of a block; with it body.ts would be over 300 lines",
  },
  "parse/script": {
    "metadata.ts": "the blocks of PEP 723, the only part that reads TOML",
  },
  "parse/syntax": {
    "javascript.ts": "a boundary: the only file that imports acorn",
  },
  "parse/yaml": {
    "mistakes.ts": "guesses what an author meant in invalid YAML; with it reader.ts would be over 300 lines",
    "reader.ts":
      "reads YAML that plain.ts cannot, with the parser; with it frontmatter.ts would be over 300 lines; tested by itself",
    "tabs.ts": "lines indented with tabs and their fix; with it mistakes.ts would be over 300 lines",
  },
  programs: {
    "python.ts": "one installed program per file; importer in another room; tested by itself",
    "shell.ts": "one installed program per file; importer in another room; tested by itself",
  },
  read: {
    "client-root.ts":
      "a boundary: lists one root of clients (node:fs); with it machine-roots.ts would be over 300 lines",
    "find-files.ts": "another room: searches directories, which api may not",
    "git-repository.ts": "a boundary: only read opens files (node:fs), and its importer is in api",
    "plugin-root.ts":
      "a separate format: the manifests of plugins and marketplaces; surroundings.ts reads the rest from the disk",
    "project-files.ts": "only read opens files, and its importer is in api",
    "project-skills.ts": "a boundary between rooms: finds the skills of a project if no path is given",
    "reference-file.ts":
      "a boundary: only read opens files (node:fs); its own vocabulary (Python's exists, access and resolve)",
    "skills-beside.ts": "the names next to a skill; surroundings.ts reads the rest from the disk",
    "watch.ts":
      "a boundary: only read watches the disk (node:fs); with it watch.ts would be over 300 lines; tested by itself",
  },
  reference: {
    "command-line.ts": "a boundary between rooms: the reference's options and messages; tested by itself",
    "properties.ts":
      "a boundary between rooms: the reference's `read-properties` and `to-prompt`; tested by itself",
  },
  real: {
    "copy-roots.ts": "copies from this machine, with limits of its own",
    "version.ts": "a start of its own, without a model",
  },
  "report/commands": {
    "preview-text.ts":
      "the page of `skills preview`: report formats, cli prints; rooms apart; tested by itself",
    "action-summary.ts": "the summary page of the action: report formats, action prints; tested by itself",
    "clients-text.ts": "the page of `skills clients`: report formats, cli prints; rooms apart",
    "compat-text.ts":
      "the page of `skills compat`: report formats, cli prints; rooms apart; tested by itself",
    "digest-text.ts": "the page of `skills digest`: report formats, cli prints; rooms apart",
    "doctor-text.ts": "the page of `skills doctor`: report formats, cli prints; rooms apart",
    "graph-drawing.ts": "the DOT and Mermaid formats of `skills graph`; tested by itself",
    "graph-text.ts": "the page of `skills graph`: report formats, cli prints; rooms apart; tested by itself",
    "init-text.ts": "the page of `skills init`: report formats, cli prints; rooms apart",
    "lint-text.ts": "what `skills lint` prints besides the report: report formats, cli prints",
    "list-text.ts": "the page of `skills list`: report formats, cli prints; rooms apart",
    "pack-text.ts":
      "the page of `skills pack`: report formats, cli prints; rooms apart; with it pack.ts would be over 300 lines",
    "rename-text.ts": "the page of `skills rename`: report formats, cli prints; rooms apart",
    "run-text.ts": "the page of `skills run`: report formats, cli prints; rooms apart",
  },
  "report/commands/check": {
    "check-loads.ts": "what clients do with the skills; with it check-verdicts.ts would be over 300 lines",
    "check-next.ts": "a part of the page: the next commands; with it check-text.ts would be over 300 lines",
    "check-text.ts":
      "the page of `skills check`: report formats, cli prints; rooms apart; with it check.ts would be over 300 lines; tested by itself",
  },
  "report/commands/diff": {
    "diff-capabilities.ts": "a part of the page; with it diff-text.ts would be over 300 lines",
    "diff-collections.ts":
      "the page of `skills diff`: report formats, cli prints; rooms apart, for several skills",
    "diff-patch.ts": "the patch format of `skills diff`",
    "diff-text.ts":
      "the page of `skills diff`: report formats, cli prints; rooms apart; with it diff.ts would be over 300 lines",
  },
  "report/commands/inspect": {
    "inspect-brief.ts": "the format for several skills",
    "inspect-facts.ts": "a part of the page; with it inspect-text.ts would be over 300 lines",
    "inspect-text.ts": "the page of `skills inspect`: report formats, cli prints; rooms apart",
  },
  "report/commands/test": {
    "shared-warnings.ts": "warnings of several skills; with it test-text.ts would be over 300 lines",
    "settings-text.ts": "the settings of an agent as YAML; rooms apart: cli prints",
    "test-junit.ts": "the JUnit format of `skills test`; tested by itself",
    "test-table.ts": "one row for each skill; with it test-text.ts would be over 300 lines",
  },
  "report/commands/verify": {
    "lock-text.ts":
      "the page of `skills verify`: report formats, cli prints; rooms apart, for a lock; tested by itself",
    "verify-text.ts":
      "the page of `skills verify`: report formats, cli prints; rooms apart; with it verify.ts would be over 300 lines",
  },
  "report/formats": {
    "advice.ts": "splits a message, without knowing how a page looks; tested by itself",
    "fingerprints.ts": "identifies a finding across runs",
    "text-excerpt.ts":
      "the part of a source line that fits; with it text-finding.ts would be over 300 lines; tested by itself",
  },
  "rules/parts": {
    "similar-texts.ts":
      "text similarity, independent of skills; with it description-similar.ts would be over 300 lines; tested by itself",
  },
  tokens: {
    "o200k-table.ts":
      "a boundary: the only file that imports gpt-tokenizer; a separate entry of the build (build/build.js), loaded late",
  },
  write: {
    "held-folder.ts":
      "holds a directory open by descriptor, in case a link replaces it; write-changes.ts decides what is written; tested by itself",
    "write-changes.ts":
      "another room: writes to the disk; with it lint.ts would be over 300 lines; tested by itself",
  },
  targets: {
    "load-causes.ts": "a table of reasons and what reports them; changed with the records, not with the code",
    "plan-catalog.ts":
      "which descriptions to shorten; with it list-catalog.ts would mix two ideas; tested by itself",
  },
  "api/preview": {
    "preview-catalog.ts": "a stage: the catalog of a set of skills; with it preview.ts would mix two ideas",
  },
};
