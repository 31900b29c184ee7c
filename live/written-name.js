/** The value of `name` as it stands in the file, without quotes. @param {import("./types.js").Play} play */
export function writtenName({ text, dir }) {
  return /^["']?name["']?\s*:[ \t]*["']?(.*?)["']?[ \t\r]*$/m.exec(text)?.[1] || dir;
}
