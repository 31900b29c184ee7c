import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { UploadRefusal } from "../../model/upload.ts";
import { refusal } from "./refusal.ts";

const source = "openclaw/clawhub convex/lib/skillSlugValidator.ts@64db9c3";

const shortest = 3;
const longest = 96;

const reserved: ReadonlySet<string> = new Set(
  (
    "about account-banned admin api auth blog callback clawd clawdbot clawhub cli contact create dashboard delete doc docs edit explore false health help home " +
    "import internal legal login logout management me mod moderator new news null oauth official onlycrabs openclaw orgs owner packages plugins pricing privacy " +
    "private public publish publish-plugin publish-skill publishers register remove root search self settings signin signout signup skills soulhub souls staff " +
    "stars status support system team terms true u undefined update upload users"
  ).split(" "),
);

/** In the order in which they are tried. */
const affixes = [
  "openclaw",
  "clawhub",
  "clawd",
  "clawdbot",
  "onlycrabs",
  "soulhub",
  "official",
  "verified",
  "staff",
  "admin",
  "moderator",
];

/** What ClawHub says of the name that a skill new to it would get from its directory; the author may give another. */
export function clawhubSlug(directory: string): readonly UploadRefusal[] {
  const slug = slugOf(directory);
  const words = objection(slug);
  if (words === undefined) return [];
  const detail = `${quote(directory, 80)} gives the slug ${quote(slug, 80)} of ${count(slug.length, "character")}, expected ${shortest} to ${longest}, and none of the names that ClawHub keeps`;
  return [
    refusal({
      kind: "may-refuse",
      words,
      detail,
      remedy: "Publish a new skill with another --slug.",
      source,
    }),
  ];
}

/** packages/clawhub/src/cli/slug.ts@64db9c3 */
function slugOf(directory: string): string {
  return directory
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function objection(slug: string): string | undefined {
  if (slug === "") return "Slug is required.";
  if (slug.length < shortest) return `Slug must be at least ${shortest} characters.`;
  if (slug.length > longest) return `Slug must be at most ${longest} characters.`;
  if (reserved.has(slug)) return `"${slug}" is reserved and cannot be used as a slug.`;
  const affix = affixes.find((each) => slug.startsWith(`${each}-`) || slug.endsWith(`-${each}`));
  if (affix === undefined) return undefined;
  return `"${slug}" uses the protected "${affix}" slug namespace. Choose a slug that does not start with "${affix}-" or end with "-${affix}".`;
}
