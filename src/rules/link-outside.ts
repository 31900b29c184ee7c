import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "link-outside",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/59.html",
    summary: "Reports a symbolic link that leads out of the skill.",
    why: "Whoever copies, packs or reads the skill through the link takes a file of the user's instead, such as a key; for everybody else the link dangles.",
    remedy: "Replace the link with a copy of the file.",
    severity: "warning",
    danger: true,
    since: "0.1.0",
  },
  check({ subject: { files } }) {
    const links = files.filter(({ link }) => link?.leads === "outside");
    return links.map(({ path: file, link }) => ({
      file,
      message: `${quote(file)} is a link to ${quote(link?.target ?? "")}, outside the skill, expected a file`,
    }));
  },
});
