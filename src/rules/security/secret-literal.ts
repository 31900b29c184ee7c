import { show } from "../../core/show.ts";
import { isPlaceholder } from "./parts/placeholders.ts";
import { defineSearch } from "./parts/sightings.ts";

/** Formats of keys by issuer, as in their own scanners and in gitleaks. */
const issuers: readonly (readonly [string, string])[] = [
  ["an AWS access key", String.raw`(?:AKIA|ASIA)[A-Z2-7]{16}`],
  ["a GitHub token", String.raw`gh[pousr]_[A-Za-z0-9]{36}`],
  ["a GitHub token", String.raw`github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}`],
  ["a GitLab token", String.raw`glpat-[\w-]{20}`],
  ["a Slack token", String.raw`xox[abprs]-\d{8,}-[\w-]{20,}`],
  ["an Anthropic API key", String.raw`sk-ant-[a-z]+\d\d-[\w-]{80,}`],
  [
    "an OpenAI API key",
    String.raw`sk-(?:proj|svcacct|admin)-[\w-]{40,}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}`,
  ],
  ["a Google API key", String.raw`AIza[\w-]{35}`],
  ["a Stripe key", String.raw`[rs]k_live_[A-Za-z0-9]{24,}`],
  ["a Hugging Face token", String.raw`hf_[A-Za-z]{34}`],
  ["an npm token", String.raw`npm_[A-Za-z0-9]{36}`],
  ["a PyPI token", String.raw`pypi-AgEIcHlwaS5vcmc[\w-]{50,}`],
  ["a DigitalOcean token", String.raw`dop_v1_[a-f0-9]{64}`],
  ["a Shopify token", String.raw`shpat_[a-f0-9]{32}`],
  [
    "a private key",
    String.raw`-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n)+[A-Za-z0-9+/=]{40}[A-Za-z0-9+/=]*`,
  ],
];

export default defineSearch({
  meta: {
    id: "secret-literal",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/798.html",
    summary:
      "Reports an API key, a token or a private key in its issuer's format, unless it is clearly made up.",
    why: "Every user of the skill gets the key, and so does every model that reads the file.",
    remedy: "Revoke the key, because it has been exposed, and read it from the environment instead.",
    severity: "warning",
    words: [
      "akia",
      "asia",
      "ghp_",
      "gho_",
      "ghu_",
      "ghs_",
      "ghr_",
      "github_pat_",
      "glpat-",
      "xoxb-",
      "xoxp-",
      "xoxa-",
      "xoxr-",
      "xoxs-",
      "sk-ant-",
      "sk-proj-",
      "t3blbkfj",
      "aiza",
      "sk_live_",
      "rk_live_",
      "hf_",
      "npm_",
      "pypi-ageichlwas5vcmc",
      "dop_v1_",
      "shpat_",
      " private key",
    ],
    since: "0.1.0",
  },
  search: {
    pattern: new RegExp(issuers.map(([, form]) => `(?<![\\w-])(${form})(?![\\w-])`).join("|"), "g"),
  },
  say: ({ match, text, start }) => {
    if (isInEvent(match, text, start)) return undefined;
    const issuer = issuers.find((_, at) => match[at + 1] !== undefined)?.[0];
    return issuer === undefined || isPlaceholder(withoutHeader(match[0]))
      ? undefined
      : `"${show(match[0].slice(0, 8))}…" looks like ${issuer}; read it from the environment`;
  },
});

const eventField =
  /"(?:accountId|eventName|eventSource|eventTime|expiration|principalId|sessionContext|sessionToken|userIdentity)"/;

/**
 * Whether the id of an AWS key is part of a recorded event, such as one of CloudTrail. The id identifies who
 * acted, and gives no access without its secret.
 */
function isInEvent(match: RegExpExecArray, text: string, start: number): boolean {
  if (
    match[1] === undefined ||
    !/"accessKeyId"\s{0,8}:\s{0,8}"$/.test(text.slice(Math.max(0, start - 40), start))
  )
    return false;
  const near = text.slice(Math.max(0, start - 600), start + 600);
  return eventField.test(near) && !/secret_?(?:access_?)?key/i.test(near);
}

/** The random part of a key, without its fixed prefix. */
function withoutHeader(secret: string): string {
  return secret.replace(/^-----BEGIN [A-Z ]+-----|^[a-z]+_(?:pat_|live_|v1_)?|^sk-[a-z]+-/g, "");
}
