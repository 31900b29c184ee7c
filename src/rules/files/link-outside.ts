import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "link-outside",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/59.html",
    summary: "Reports a symlink that points outside the skill.",
    why: "Copying, packing or reading the skill through the symlink takes one of the user's files instead, such as a key; on other machines the symlink is dangling.",
    remedy: "Replace the symlink with a copy of the file.",
    severity: "warning",
    danger: true,
    since: "0.1.0",
  },
  check({ subject: { files } }) {
    const links = files.filter(({ link }) => link?.leads === "outside");
    return links.map(({ path: file, link }) => ({
      file,
      message: `${quote(file)} is a symlink to ${quote(link?.target ?? "")}, outside the skill; replace it with a copy`,
    }));
  },
});
