/** Whether a value, as parsed from JSON or YAML, is an object; null and lists are not. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
