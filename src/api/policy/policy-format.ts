import { quote } from "../../core/show.ts";
import { schemaId } from "../../model/address.ts";
import type { AllowList } from "../../model/own-rule.ts";
import type { CapabilityList, CapabilityPolicy, Policy } from "../../model/policy.ts";
import { capabilityKinds } from "../../model/reports/diff.ts";
import { flag, type Format, text, type Schema } from "../../parse/format/format.ts";
import { filled, listOf, type Member, members, oneOf, oneOrMore } from "../../parse/format/formats.ts";
import { shaped } from "../../parse/format/shaped.ts";
import { client } from "../settings/config-format.ts";

/** Maximum number of entries in a list: every name of an inventory, at most 1,000 a list, is compared with each. */
const mostEntries = 1_000;

/** What can be part of any name. Wildcards other than "*" would match nothing, so that a list would deny nothing. */
const name = shaped("a name", "^[^{}?!\\u0000][^{}?\\u0000]{0,199}$", (written) =>
  objectTo(written, 'name; only "*" matches other characters'),
);

const anyText = shaped("a text", "^[^\\u0000]{1,200}$", (written) => objectTo(written, "text"));

const host = shaped("a host", "^[^\\s/@{}?!\\u0000]{1,200}$", (written) =>
  objectTo(written, "host; write it without scheme and path"),
);

const variable = shaped("a variable", "^[\\p{L}\\p{N}_*]{1,200}$", (written) =>
  objectTo(written, "variable; write its name without `$`"),
);

function objectTo(written: string, what: string): string {
  return written.length > 200
    ? `${quote(written, 40)} is longer than 200 characters`
    : `${quote(written, 60)} is not a ${what}`;
}

/** A list with a limit, as the file's size allows a few hundred thousand entries. */
function entries<Value>(each: Format<Value>, fewest = 0): Format<readonly Value[]> {
  const list = listOf(each, { fewest });
  return {
    ...list,
    schema: { ...list.schema, maxItems: mostEntries },
    read: (node, tell) => {
      if (node.kind !== "array" || node.items.length <= mostEntries) return list.read(node, tell);
      tell(`the list has more than ${mostEntries} entries; shorten it`, node.range);
      return undefined;
    },
  };
}

function allowing<Value>(each: Format<Value>, noun: string, what: string) {
  return filled(
    members(
      noun,
      {},
      {
        allow: { format: entries(each), about: `${what} that are allowed; all others are denied.` },
        deny: { format: entries(each, 1), about: `${what} that are denied, even if they are allowed.` },
      },
    ),
  );
}

const capability = oneOf(capabilityKinds, "a list of the inventory");

const listFormats: Readonly<
  Record<CapabilityList, { readonly each: Format<string>; readonly about: string }>
> = {
  automaticCommands: {
    each: anyText,
    about: "Commands that a client runs without the model asking for them",
  },
  executables: { each: name, about: "Files that can be run" },
  tools: { each: anyText, about: "Entries of allowed-tools" },
  agentFiles: { each: name, about: "Files with settings or instructions for agents" },
  hosts: { each: host, about: "Hosts" },
  paths: { each: name, about: "Files and directories outside the skill" },
  programs: { each: name, about: "Programs" },
  packages: { each: name, about: "Packages" },
  variables: { each: variable, about: "Environment variables" },
  unread: { each: name, about: "Files that are not inspected, such as compiled programs" },
};

type ListMembers = Readonly<Record<CapabilityList, Member<AllowList>>>;

/** The lists of the inventory, and what may be in them. */
const lists = {
  capabilities: {
    format: allowing(capability, "a list of capabilities", "Lists of the inventory"),
    about: "Lists of the inventory of which any entry is denied, or that alone may have some.",
  },
  ...(Object.fromEntries(
    capabilityKinds.map((list) => {
      const { each, about } = listFormats[list];
      return [
        list,
        {
          format: allowing(each, "a list of names", "Names"),
          about: `${about}; "*" matches any characters.`,
        },
      ];
    }),
  ) as ListMembers),
};

const gains: Format<CapabilityPolicy> = filled(members("a policy of gains", {}, lists));

/** The keys of which a policy needs one: without any it would deny nothing. */
export const ruleKeys = ["sources", "licenses", "clients", "gains", ...Object.keys(lists)] as const;

const written = members(
  "a policy",
  {},
  {
    $schema: { format: text, about: "The location of this schema." },
    name: {
      format: shaped("a name", "^[^\\p{C}]{1,100}$", (it) => objectTo(it, "name of at most 100 characters")),
      about: "The name of the policy in reports; by default the path of its file.",
    },
    sources: {
      format: allowing(name, "a list of sources", "Sources"),
      about:
        'What may be installed: archives and directories by path, absolute or from the working directory, or by the digest of their content (h1:...) or archive (sha256:...); "*" matches any characters.',
    },
    licenses: {
      format: allowing(name, "a list of licenses", "Licenses"),
      about: 'Values of the field license, without regard to case; "*" matches any characters.',
    },
    clients: {
      format: oneOrMore(client),
      about: "The clients that must load every skill, as in a config.",
    },
    ...lists,
    mentioned: {
      format: flag,
      about: "Whether what is only mentioned, in prose or a sample, counts too; false by default.",
    },
    gains: {
      format: gains,
      about:
        "What a new version may have that the earlier one has not: with check, the commit before the change; with install, the installed skill.",
    },
  },
);

/** The format of a policy. */
export const policyFormat: Format<Policy & { readonly name?: string }> = {
  schema: {
    ...written.schema,
    anyOf: ruleKeys.map((key) => ({ type: "object", properties: { [key]: {} }, required: [key] })),
  },
  expected: written.expected,
  read: (node, tell) => {
    const read = written.read(node, tell);
    if (!read) return undefined;
    const { $schema: _, ...policy } = read;
    if (ruleKeys.some((key) => key in policy)) return policy;
    tell("the policy denies nothing; add a key such as `hosts` or `licenses`", node.range);
    return undefined;
  },
};

/** The format of a policy as a JSON Schema. */
export const policySchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: schemaId("policy"),
  title: "Policy",
  description:
    "What skills may do: a file for --policy of `skills check`, `skills install`, `skills pack` and `skills verify`.",
  ...policyFormat.schema,
};
