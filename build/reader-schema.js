/** @typedef {{ readonly [key: string]: unknown }} Schema */

/**
 * The schema of a report for programs that read it: what docs/versioning.md lets a minor version add, such as fields,
 * commands, targets, rules and kinds, is valid. The strict schema describes what this version writes.
 * @param {Schema} strict
 * @param {string} id
 * @returns {Schema}
 */
export function readerSchema(strict, id) {
  const opened = /** @type {Schema} */ (open(strict, strict));
  return {
    ...opened,
    $id: id,
    title: "Report for readers",
    description: `${strict["description"]} For programs that read reports of later minor versions too: fields, commands, targets, rules and other words may be added. report.schema.json describes exactly what this version prints.`,
  };
}

/** @param {unknown} value @param {Schema} root @returns {unknown} */
function open(value, root) {
  if (Array.isArray(value)) return value.map((each) => open(each, root));
  if (!isSchema(value)) return value;
  const members = Object.entries(value).flatMap(([key, each]) => openMember(key, each, root));
  return Object.fromEntries(members);
}

/** @param {string} key @param {unknown} value @param {Schema} root @returns {readonly (readonly [string, unknown])[]} */
function openMember(key, value, root) {
  if (key === "additionalProperties" && value === false) return [];
  // Words that decide which type the data has.
  if (key === "if") return [[key, value]];
  if (key === "enum" && Array.isArray(value)) return openWords(value);
  // With fields that are not known, a value may match several.
  if (key === "oneOf" && Array.isArray(value))
    return [["anyOf", [...value.map((each) => open(each, root)), ...otherKinds(value, root)]]];
  return [[key, open(value, root)]];
}

/** @param {readonly unknown[]} words @returns {readonly (readonly [string, unknown])[]} */
function openWords(words) {
  const types = Array.from(
    new Set(words.map((word) => (word === null ? "null" : Number.isInteger(word) ? "integer" : typeof word))),
  );
  return [
    ["type", types.length === 1 ? types[0] : types],
    ["examples", words],
  ];
}

/** If each variant is recognized by its kind: one for kinds that are not known. @param {readonly unknown[]} variants @param {Schema} root */
function otherKinds(variants, root) {
  const isKind = (/** @type {unknown} */ variant) => {
    const kind = at(resolved(variant, root), "properties", "kind");
    return isSchema(kind) && "const" in kind;
  };
  if (!variants.every(isKind)) return [];
  return [
    {
      description: "A kind that a later version added.",
      type: "object",
      properties: {
        kind: {
          type: "string",
          not: { enum: variants.map((each) => at(resolved(each, root), "properties", "kind", "const")) },
        },
      },
      required: ["kind"],
    },
  ];
}

/** @param {unknown} schema @param {Schema} root */
function resolved(schema, root) {
  const reference = at(schema, "$ref");
  return typeof reference === "string" ? at(root, ...reference.split("/").slice(1)) : schema;
}

/** @param {unknown} value @param {readonly string[]} path */
function at(value, ...path) {
  return path.reduce(
    (/** @type {unknown} */ inner, key) => (isSchema(inner) ? inner[key] : undefined),
    value,
  );
}

/** @param {unknown} value @returns {value is Schema} */
function isSchema(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
