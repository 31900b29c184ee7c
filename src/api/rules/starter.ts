import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { encodeUtf8 } from "../../core/utf8.ts";
import { namedPlace } from "../../read/file-place.ts";
import { isThere } from "../../read/there.ts";
import { createFile } from "../../write/create-file.ts";

/** Rules to start from, which pass their own examples. */
const starter = `rules:
  acme/owner:
    require: { field: metadata.owner, matches: '@acme\\.com$' }
    message: name an owner at acme.com
    why: Someone must answer for each skill.
    remedy: Write the address of the team under metadata.
    examples:
      good:
        - |
          ---
          name: pdf
          description: Reads PDF files. Use it when a PDF is given.
          metadata:
            owner: team@acme.com
          ---
      bad:
        - |
          # No owner

  acme/words:
    forbid: { text: [Globex, Initech] }
    message: '"{found}" is a competitor'
    examples:
      good: ["Compare with \`Globex\` in code only."]
      bad: ["Do as Globex does."]

  acme/hosts:
    inventory: { hosts: { allow: ["*.acme.com", github.com] } }
    severity: error
    examples:
      good: ["Run \`curl https://api.acme.com/status\`."]
      bad:
        - |
          \`\`\`bash
          curl https://files.globex.com/install.sh
          \`\`\`
`;

/** Writes a file with rules to start from, and returns its label. Throws a SkillsError if there is one already. */
export async function writeStarter(written: string, cwd: string): Promise<string> {
  if (!/\.ya?ml$/.test(written))
    throw new SkillsError("bad-usage", `${quote(written)} is no YAML file; write a name that ends in .yaml`);
  const { absolute, label } = namedPlace(written, cwd);
  if (isThere(absolute))
    throw new SkillsError("bad-usage", `${quote(label)} exists; remove it, or write to another file`);
  await createFile(absolute, encodeUtf8(starter), label, async () => {});
  return label;
}
