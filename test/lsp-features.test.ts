import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  DocumentSymbol,
  Hover,
  InlayHint,
  Location,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { fieldMeaning } from "../src/api/editor/fields.ts";
import { type LspClient, startLspIn } from "./support/lsp-client.ts";
import { runSkillsIn } from "./support/io.ts";
import { skillMd } from "./support/tree.ts";

const file = "skills/pdf/SKILL.md";

/** Starts with one skill open and looked at; `|` marks positions in its body, which begins on line 5. */
async function start(body: string, more: Readonly<Record<string, string>> = {}, description = "") {
  const marked = skillMd("pdf", body).replace("description: ", `description: ${description}`);
  const text = marked.replaceAll("|", "");
  const client = await startLspIn(
    { [file]: text, ".git/HEAD": "", ...more },
    { capabilities: { textDocument: { diagnostic: {}, rename: { prepareSupport: true } } } },
  );
  client.open(file);
  const diagnostics = await client.pull(file);
  const marks = Array.from(marked.matchAll(/\|/g), ({ index }, at) =>
    TextDocument.create("", "", 0, text).positionAt(index - at),
  );
  const textDocument = { uri: client.uri(file) };
  const at = (index: number) => ({ textDocument, position: marks[index]! });
  return { ...client, text, diagnostics, textDocument, at };
}

function actionsOn(
  client: LspClient & { readonly textDocument: object; readonly diagnostics: readonly { range: object }[] },
  only?: readonly string[],
): Promise<readonly CodeAction[]> {
  return client.request("textDocument/codeAction", {
    textDocument: client.textDocument,
    range: client.diagnostics[0]?.range ?? {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 0 },
    },
    context: { diagnostics: client.diagnostics, ...(only && { only }) },
  });
}

/** The text of a file after an edit, which must be for the version that is open. */
function applied(
  edit: WorkspaceEdit | undefined,
  uri: string,
  text: string,
  version: number | null = 1,
): string {
  const edits = (edit?.documentChanges ?? []).filter(
    (change): change is TextDocumentEdit => "textDocument" in change && change.textDocument.uri === uri,
  );
  expect(edits.map(({ textDocument }) => textDocument.version)).toEqual([version]);
  return TextDocument.applyEdits(TextDocument.create(uri, "markdown", 1, text), edits[0]!.edits as never);
}

it("offers each fix, and the comment that suppresses the finding once its reason is written", async () => {
  const client = await start("Text.\n\n- See [it](guide.MD).\n", { "skills/pdf/guide.md": "Hi.\n" });
  const actions = await actionsOn(client);
  const titles = actions.map(({ title }) => title);
  expect(titles).toContain("Explain reference-case");
  const fix = actions.find(({ title }) => title.includes("guide.md"));
  expect(applied(fix?.edit, client.uri(file), client.text)).toBe(client.text.replace("guide.MD", "guide.md"));
  const suppress = actions.find(({ title }) => title.startsWith("Suppress"));
  const suppressed = applied(suppress?.edit, client.uri(file), client.text);
  expect(suppressed).toContain("\n<!-- skills-disable-next-line reference-case --  -->\n- See");
  client.change(file, suppressed.replace(" --  -->", " -- the file is made later -->"));
  expect(await client.pull(file)).toEqual([]);
});

it("applies with source.fixAll what lint --fix writes", async () => {
  const client = await start("Text.\n", {}, "Forms: ");
  const [action, ...others] = await actionsOn(client, ["source.fixAll"]);
  expect(others).toEqual([]);
  const fixed = action ? applied(action.edit, client.uri(file), client.text) : client.text;
  await runSkillsIn(client.root, "lint", "--fix", ".");
  expect(fixed).toBe(readFileSync(path.join(client.root, file), "utf8"));
  expect(fixed).not.toBe(client.text);
});

it("says on hover what a field means, what clients do with the value, and where a reference leads", async () => {
  const client = await start(
    "[a](gui|de.md), [b](no|.md)\n<!-- skills-disable reference-bro|ken -- why not -->\n",
    {
      "skills/pdf/guide.md": "Hi.\n",
    },
  );
  const hover = async (position: object) => {
    const { contents } = await client.request<Hover>("textDocument/hover", position);
    return (contents as { value: string }).value;
  };
  const name = await hover({ textDocument: client.textDocument, position: { line: 1, character: 7 } });
  expect(name).toContain(fieldMeaning("name").meaning);
  expect(name).toMatch(/\n- Claude Code, .*: as written/);
  expect(await hover(client.at(0))).toBe("` guide.md `, 4 bytes, about 3 tokens");
  expect(await hover(client.at(1))).toBe("` no.md ` does not exist");
  expect(await hover(client.at(2))).toContain("Reports a reference to a file that does not exist");
  client.change(file, client.text.replace("name: pdf", 'name: "pdf: forms"'));
  expect(await hover({ textDocument: client.textDocument, position: { line: 1, character: 7 } })).toMatch(
    /\n- .*: not loaded: /,
  );
});

it("has the words of the schema for each field of the specification", () => {
  const { properties } = JSON.parse(readFileSync("schemas/frontmatter.schema.json", "utf8")) as {
    properties: Record<string, { description: string }>;
  };
  expect(Object.entries(properties).map(([key, { description }]) => [key, description])).toEqual(
    Object.keys(properties).map((key) => [key, fieldMeaning(key).meaning]),
  );
});

it("shows above the skill its tokens and in how many clients it loads, and where they cut the description", async () => {
  const client = await start("Text.\n", { "skills/pdf/a.md": "Hi.\n" });
  const lenses = await client.request<CodeLens[]>("textDocument/codeLens", {
    textDocument: client.textDocument,
  });
  expect(lenses.map(({ command }) => command?.title)).toEqual([
    expect.stringMatching(/^about \d+ tokens always, \d+ when used, 0 in 0 files$/),
    expect.stringMatching(/^loads in (\d+) of \1 clients$/),
  ]);
  client.change(file, client.text.replace("PDF forms.", `PDF forms. ${"And more of them. ".repeat(120)}`));
  const hints = await client.request<InlayHint[]>("textDocument/inlayHint", {
    textDocument: client.textDocument,
    range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
  });
  expect(hints.length).toBeGreaterThan(0);
  expect(hints.every(({ position: { line, character } }) => line === 2 && character > 500)).toBe(true);
});

it("completes fields, values, paths, headings, skills and rules", async () => {
  const client = await start("[a](|), [b](guide.md#|), /| and\n<!-- skills-disable | -->\n", {
    "skills/pdf/guide.md": "# One\n\n## One\n",
    "skills/csv/SKILL.md": skillMd("csv"),
    "skills.config.yaml": "rules:\n  \n",
  });
  const labels = async (position: object) => {
    const items = await client.request<CompletionItem[]>("textDocument/completion", position);
    return items.map(({ label }) => label);
  };
  expect(await labels(client.at(0))).toEqual(["guide.md"]);
  expect(await labels(client.at(1))).toEqual(["one", "one-1"]);
  expect(await labels(client.at(2))).toEqual(["csv", "pdf"]);
  expect(await labels(client.at(3))).toContain("reference-broken");
  client.open("skills.config.yaml");
  const config = {
    textDocument: { uri: client.uri("skills.config.yaml") },
    position: { line: 1, character: 2 },
  };
  expect(await labels(config)).toContain("reference-broken");
  client.change(file, client.text.replace("name: pdf\n", "name: pdf\ncontext: \n\n"));
  const field = (line: number, character: number) => ({
    textDocument: client.textDocument,
    position: { line, character },
  });
  expect(await labels(field(2, 9))).toEqual(["fork"]);
  const fields = await labels(field(3, 0));
  expect(fields).toContain("license");
  expect(fields).not.toContain("name");
});

it("finds where references lead, and the references to a file", async () => {
  const client = await start("[a](guide.m|d#two), /cs|v, [b](guide.md)\n", {
    "skills/pdf/guide.md": "# One\n\n## Two\n",
    "skills/csv/SKILL.md": skillMd("csv"),
  });
  const definition = (index: number) => client.request<Location>("textDocument/definition", client.at(index));
  expect(await definition(0)).toMatchObject({
    uri: client.uri("skills/pdf/guide.md"),
    range: { start: { line: 2 } },
  });
  expect(await definition(1)).toMatchObject({ uri: client.uri("skills/csv/SKILL.md") });
  const references = await client.request<Location[]>("textDocument/references", {
    ...client.at(0),
    context: { includeDeclaration: false },
  });
  expect(references.map(({ range }) => range.start.character)).toEqual([4, 29]);
  const links = await client.request<{ target: string }[]>("textDocument/documentLink", {
    textDocument: client.textDocument,
  });
  expect(links.map(({ target }) => target)).toEqual([
    client.uri("skills/pdf/guide.md"),
    client.uri("skills/pdf/guide.md"),
  ]);
});

it("renames a skill as the command does", async () => {
  const files = {
    "skills/csv/SKILL.md": skillMd("csv", "Use [it](../pdf/SKILL.md) or /pdf.\n"),
    "README.md": "[it](skills/pdf/SKILL.md) and [again](skills/pdf)\n",
  };
  const client = await start("Text.\n", files);
  const position = { textDocument: client.textDocument, position: { line: 1, character: 7 } };
  expect(await client.request("textDocument/prepareRename", position)).toEqual({
    start: { line: 1, character: 6 },
    end: { line: 1, character: 9 },
  });
  const edit = await client.request<WorkspaceEdit>("textDocument/rename", { ...position, newName: "forms" });
  const after = Object.fromEntries(
    Object.entries({ ...files, [file]: client.text }).map(([name, text]) => [
      name.replace("skills/pdf/", "skills/forms/"),
      applied(edit, client.uri(name), text, name === file ? 1 : null),
    ]),
  );
  expect(edit.documentChanges?.at(-1)).toEqual({
    kind: "rename",
    oldUri: client.uri("skills/pdf"),
    newUri: client.uri("skills/forms"),
  });
  await runSkillsIn(client.root, "rename", "--mentions", "skills/pdf", "forms");
  const read = (name: string) => readFileSync(path.join(client.root, name), "utf8");
  expect(after).toEqual(Object.fromEntries(Object.keys(after).map((name) => [name, read(name)])));
});

it("does not rename while a file to change has unsaved changes", async () => {
  const client = await start("Text.\n");
  client.change(file, client.text.replace("Text.", "Other."));
  const rename = client.request("textDocument/rename", {
    textDocument: client.textDocument,
    position: { line: 1, character: 7 },
    newName: "forms",
  });
  await expect(rename).rejects.toThrow("unsaved changes");
});

it("folds sections, code and frontmatter, and lists fields and headings", async () => {
  const client = await start("# One\n\n```sh\nls\n```\n\n## Two\n\nText.\n");
  const params = { textDocument: client.textDocument };
  const folds = await client.request<{ startLine: number; endLine: number }[]>(
    "textDocument/foldingRange",
    params,
  );
  expect(folds.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
    [0, 3],
    [7, 9],
    [5, 14],
    [11, 14],
  ]);
  const symbols = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", params);
  expect(symbols.map(({ name, children }) => [name, children?.map((child) => child.name)])).toEqual([
    ["name", undefined],
    ["description", undefined],
    ["One", ["Two"]],
  ]);
});

it("previews the text in the editor as a client gives it to the model", async () => {
  const client = await start("Text.\n");
  client.change(file, client.text.replace("Text.", "Only in the editor."));
  const preview = await client.request<string>("workspace/executeCommand", {
    command: "skillwright.preview",
    arguments: [client.uri(file)],
  });
  expect(preview).toContain("Only in the editor.");
  const page = await client.request<{ text: string }>("workspace/textDocumentContent", {
    uri: "skillwright:/explain/name-format.md",
  });
  expect(page.text).toContain("**name-format**");
  await expect(
    client.request("workspace/executeCommand", { command: "skillwright.explain", arguments: ["no-such"] }),
  ).rejects.toThrow('unknown rule "no-such"');
});

it("does not rename in an editor that cannot rename directories", async () => {
  const client = await startLspIn(
    { [file]: skillMd("pdf"), ".git/HEAD": "" },
    { capabilities: { workspace: {}, textDocument: { diagnostic: {} } } },
  );
  client.open(file);
  await client.pull(file);
  const rename = client.request("textDocument/rename", {
    textDocument: { uri: client.uri(file) },
    position: { line: 1, character: 7 },
    newName: "forms",
  });
  await expect(rename).rejects.toThrow("run `skillwright rename` instead");
});
