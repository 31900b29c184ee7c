import { count } from "../../core/sentence.ts";
import { nameSubject } from "../formats/text-subject.ts";
import type { Row } from "./answers.ts";
import { breakable, type Content, html } from "./markup.ts";

/** Of more skills, only the number is to be seen at first. */
const most = 3;

/** Links to the parts of skills, one a line; the filter hides a row of a table if it hides all of them. */
export function linkSkills(rows: readonly Row[]): Content {
  const links = rows.map(
    ({ subject, number }) =>
      html`<a data-skill="${subject.path}" href="#s${number}">${breakable(nameSubject(subject.path))}</a>`,
  );
  return rows.length > most
    ? html`<details><summary>${count(rows.length, "skill")}</summary>${links}</details>`
    : links;
}
