// Prints the answers as NDJSON, by id: node read.mjs > answers.ndjson
import { once } from "node:events";
import { openDatabase } from "./settings.mjs";
import { questionDigest } from "./skillwright.mjs";

const question = questionDigest();
const pool = openDatabase();
const page = 1_000;
let after = ["", ""];
for (;;) {
  const { rows } = await pool.query(
    `SELECT id, skill, answer FROM answers WHERE question = $1 AND (id, skill) > ($2, $3)
     ORDER BY id, skill LIMIT ${page}`,
    [question, ...after],
  );
  for (const { answer } of rows)
    if (!process.stdout.write(`${answer}\n`)) await once(process.stdout, "drain");
  const last = rows.at(-1);
  if (!last) break;
  after = [last.id, last.skill];
}
await pool.end();
