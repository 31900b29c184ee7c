import { decodeBase64 } from "../../core/bytes.ts";
import { isMarkdown } from "../../core/paths.ts";
import { show } from "../../core/show.ts";
import { hasRightChecksum } from "./parts/key-checksum.ts";
import { isMadeUp } from "./parts/placeholders.ts";
import { defineSearch } from "./parts/sightings.ts";

/** Formats of keys by issuer, as in their own scanners and in gitleaks. */
const issuers: readonly (readonly [string, string])[] = [
  ["an AWS access key", String.raw`(?:AKIA|ASIA)[A-Z2-7]{16}`],
  ["a GitHub token", String.raw`gh[pousr]_[A-Za-z0-9]{36}`],
  ["a GitHub token", String.raw`github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}`],
  ["a GitLab token", String.raw`glpat-(?:[\w-]{20}|[\w-]{27,300}\.[0-9a-z]{9})`],
  ["a Slack token", String.raw`xox[abeprs]-(?:\d-)?\d{8,}-[\w-]{20,}`],
  ["an Anthropic API key", String.raw`sk-ant-[a-z]+\d\d-[\w-]{80,}`],
  [
    "an OpenAI API key",
    String.raw`sk-(?:proj|svcacct|admin)-[\w-]{40,}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}`,
  ],
  ["a Google API key", String.raw`AIza[\w-]{35}`],
  ["a Stripe key", String.raw`[rs]k_live_[A-Za-z0-9]{24,}`],
  ["a Hugging Face token", String.raw`hf_[A-Za-z]{34}`],
  ["an npm token", String.raw`npm_[A-Za-z0-9]{36}`],
  ["a Grafana token", "glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}"],
  ["a PyPI token", String.raw`pypi-AgEIcHlwaS5vcmc[\w-]{50,}`],
  ["a DigitalOcean token", String.raw`dop_v1_[a-f0-9]{64}`],
  ["a Shopify token", String.raw`shpat_[a-f0-9]{32}`],
  ["a SendGrid API key", String.raw`SG\.[\w-]{22}\.[\w-]{43}`],
  ["a Groq API key", "gsk_[A-Za-z0-9]{52}"],
  ["a Twilio API key", "SK[0-9a-f]{32}"],
  ["a Telegram bot token", String.raw`\d{8,10}:AA[\w-]{33}`],
  ["a Databricks token", String.raw`dapi[0-9a-f]{32}(?:-\d)?`],
  ["a Discord bot token", String.raw`[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}`],
  ["an Azure storage key", "AccountKey=[A-Za-z0-9+/]{86}=="],
  ["a JSON web token", String.raw`eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}`],
  [
    "a password in a URL",
    String.raw`(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[\w.%-]{1,60}:[^\s@:\/"'${"`"}<>]{12,100}@[\w.-]{1,200}`,
  ],
  ["a bearer token", String.raw`[Bb]earer [\w.~+\/-]{32,200}`],
  [
    "a secret key",
    String.raw`(?:[A-Za-z]{1,20}_)?(?:[Ss]ecret|SECRET|[Aa]ccess|ACCESS|[Aa]pi|API)_?(?:[Kk]ey|KEY)["']?[ \t]{0,4}[:=][ \t]{0,4}["'][0-9a-f]{32}(?:[0-9a-f]{8}|[0-9a-f]{32})?(?=["'])`,
  ],
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
      "Reports an API key, a token, a private key or a password of a database in its issuer's format, unless it is clearly made up.",
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
      "glsa_",
      "pypi-ageichlwas5vcmc",
      "dop_v1_",
      "shpat_",
      " private key",
      "sg.",
      "gsk_",
      "twilio",
      ":aa",
      "dapi",
      "discord",
      "accountkey=",
      "eyj",
      "postgres",
      "mysql://",
      "mongodb",
      "redis",
      "amqp",
      "bearer ",
      "access_key",
      "accesskey",
      "secret_key",
      "secretkey",
      "api_key",
      "apikey",
    ],
    since: "0.1.0",
  },
  search: {
    pattern: new RegExp(issuers.map(([, form]) => `(?<![\\w-])(${form})(?![\\w-])`).join("|"), "g"),
    // Its issuer wrote the key, so it is real wherever it is, also in a comment or beside a warning.
    isCertain: ({ match: [key] }) => hasRightChecksum(key) === true,
    // A key with a wrong checksum opens nothing, but it may be a real one with a changed character. Bearer tokens have no
    // issuer's form, and documentation prints many that were never valid.
    isAdvice: ({ file, match: [key] }) =>
      hasRightChecksum(key) === false || (isMarkdown(file.path) && /^bearer /i.test(key)),
  },
  say: ({ match, text, start }) => {
    if (isInEvent(match, text, start) || isPresigned(match, text, start)) return undefined;
    const issuer = issuers.find((_, at) => match[at + 1] !== undefined)?.[0];
    // A part of the key is masked; other forms match only whole keys.
    const rest = text.slice(start + match[0].length, start + match[0].length + 3);
    if (issuer === "a private key" && /^(?:\*{3}|\.{3}|…)/.test(rest)) return undefined;
    const isRight = hasRightChecksum(match[0]);
    if (
      issuer === undefined ||
      !(furtherTests.get(issuer)?.(match[0], text) ?? true) ||
      (isRight !== true && isMadeUp(withoutHeader(match[0])))
    )
      return undefined;
    const looks =
      isRight === false ? `has the form of ${issuer}, but a wrong checksum` : `looks like ${issuer}`;
    return `"${show(match[0].slice(0, 8))}…" ${looks}; read it from the environment`;
  },
});

/** What the form alone does not show. */
const furtherTests: ReadonlyMap<string, (key: string, text: string) => boolean> = new Map<
  string,
  (key: string, text: string) => boolean
>([
  ["a Twilio API key", (_, text) => /twilio/i.test(text)],
  // The first part is the id of the bot.
  ["a Discord bot token", (key) => /^\d{17,20}$/.test(decoded(key.split(".")[0]))],
  ["a JSON web token", isPrivateToken],
  ["a password in a URL", (key) => isMixed(/:([^:@]+)@/.exec(key)?.[1] ?? "")],
  ["a bearer token", (key) => (/^bearer eyJ/i.test(key) ? isPrivateToken : isMixed)(key.slice(7))],
]);

/** Whether a value has letters of both cases and digits, as random ones have. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d[^\d]{1,60}\d/.test(value);
}

/** Whether a token is signed, and neither a sample of documentation nor the key that Supabase has for browsers. */
function isPrivateToken(token: string): boolean {
  const [head, claims] = token.split(".").map(decoded);
  return (
    claims !== undefined &&
    /"alg"\s?:\s?"(?!none)/.test(head ?? "") &&
    !/John Doe|Jane Doe|example|"1234567890"|"role"\s?:\s?"anon"/i.test(claims)
  );
}

function decoded(text = ""): string {
  return String.fromCharCode(...decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/")).slice(0, 4_000));
}

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

/** In seconds: the longest life of a token in a link that a service makes for one download. */
const longestLife = 86_400;

/**
 * Whether a match is in a link that a service signed for a download: the id of its key, which is no secret, or a token
 * that is valid for a day at most.
 */
function isPresigned([token]: RegExpExecArray, text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 2_000), start);
  if (/[?&]X-Amz-Credential=$/i.test(before)) return true;
  if (!token.startsWith("eyJ") || !/[?&][\w-]{1,40}=$/.test(before)) return false;
  const claims = decoded(token.split(".")[1]);
  const [from, to] = [/"(?:iat|nbf)"\s?:\s?(\d{9,11})\b/, /"exp"\s?:\s?(\d{9,11})\b/].map((claim) =>
    Number(claim.exec(claims)?.[1]),
  );
  return to! - from! <= longestLife;
}

/** The random part of a key, without its fixed prefix or the rest of a URL. */
function withoutHeader(secret: string): string {
  const password = /^\w+(?:\+srv)?:\/\/[^:]+:([^@]+)@/.exec(secret)?.[1];
  if (password !== undefined) return password;
  const value = /[Kk][Ee][Yy]["']?[ \t]*[:=][ \t]*["']([0-9a-f]+)$/.exec(secret)?.[1];
  if (value !== undefined) return value;
  return secret.replace(
    /^[Bb]earer |^AccountKey=|^-----BEGIN [A-Z ]+-----|^[a-z]+_(?:pat_|live_|v1_)?|^sk-[a-z]+-/g,
    "",
  );
}
