import type { FactList, HostFact } from "../model/inventory.ts";
import { addressesIn, isAddress, readHost, type Address } from "./addresses.ts";
import type { Call } from "./calls.ts";
import { gatherAs, type Sighting } from "./gather.ts";
import type { Region } from "./regions.ts";

type HostKind = HostFact["kind"];

/** Hosts whose addresses are names, which nothing asks for: XML namespaces and JSON schemas. */
const namespaces = new Set(
  "www.w3.org schemas.openxmlformats.org schemas.microsoft.com purl.org purl.oclc.org json-schema.org schema.org ns.adobe.com xmlns.com schemas.android.com www.topografix.com www.sitemaps.org www.opengis.net docs.oasis-open.org openoffice.org".split(
    " ",
  ),
);

/** Only shown, and asked by nobody. */
const shown =
  /(?:\b(?:print|echo|printf|console\.\w{3,5}|log(?:ger)?\.\w{3,8}|help|description|epilog|usage|title|docs?|homepage|"\$schema"|Error|raise)\b|User-Agent|Mozilla|Write-Host)/i;

/** A sample asks where it calls. */
const asking =
  /\b(?:fetch|axios|requests|httpx|urlopen|aiohttp|client|get|post|put|patch|delete|request|connect|open|WebSocket|EventSource|download|base_?url|Invoke-\w{3,12}|irm|iwr)\b/i;

/** Every host that the skill's texts name. */
export function hostsIn(regions: readonly Region[], calls: readonly Call[]): FactList<HostFact> {
  return gatherAs(
    [...asked(calls), ...regions.flatMap((region) => [...written(region), ...bare(region)])],
    ["contacted", "mentioned"],
    ({ name }) => name,
    (fact) => ({ ...fact, address: isAddress(fact.name) }),
  );
}

/** Programs that take a host without a scheme. */
const clients = new Set([
  "curl",
  "wget",
  "http",
  "https",
  "xh",
  "nc",
  "ncat",
  "telnet",
  "ssh",
  "scp",
  "rsync",
  "sftp",
  "ping",
  "dig",
  "nslookup",
  "whois",
  "traceroute",
]);
const withoutScheme =
  /^(?:[\w.-]{1,60}@)?(?=localhost\b|\d{1,3}(?:\.\d{1,3}){3}\b|(?:[\w-]{1,63}\.){1,6}(?:(?:com|org|net|io|dev|gov|edu|cloud|xyz)(?:[:/?]|$)|(?:ai|in|sh|app|co|me)[:/?]))/i;

function* asked(calls: readonly Call[]): Generator<Sighting<HostKind>> {
  for (const { region, words } of calls) {
    const [program, ...rest] = words;
    if (!program || !clients.has(program.text)) continue;
    for (const { text, start, end, literal } of rest) {
      const [lead] = literal ? (withoutScheme.exec(text) ?? []) : [];
      const address = lead === undefined ? undefined : readHost(text, lead.length, text.length);
      if (address) yield { name: address.host, kind: "contacted", file: region.file, start, end };
    }
  }
}

function* written(region: Region): Generator<Sighting<HostKind>> {
  const { file, text, start, end } = region;
  for (const address of addressesIn(text, start, end)) {
    yield {
      name: address.host,
      kind: isContacted(region, address) ? "contacted" : "mentioned",
      file,
      start: address.start,
      end: address.end,
    };
  }
}

function isContacted(region: Region, { host, start }: Address): boolean {
  const { text, role } = region;
  if (namespaces.has(host)) return false;
  const before = text.slice(Math.max(start - 300, region.start), start).replace(/^[^]*\n/, "");
  if (role === "data") return isLoaded(region, before);
  if (role === "prose" || !region.isCode(start)) return false;
  if (role === "sample") return asking.test(before);
  // "compatible; bot; +https://…" is what a program calls itself.
  return !/\+https?:\/\/$/.test(before) && (!shown.test(before) || isDefault(before));
}

/** `url=${URL:-$(echo "https://…")}` shows nothing to anybody. */
function isDefault(before: string): boolean {
  return /\$\([^()]*$/.test(before);
}

/** A page that a browser opens loads these by itself. */
function isLoaded({ file }: Region, before: string): boolean {
  return (
    /\.(?:html?|svg|css)$/i.test(file.path) &&
    /(?:\bsrc\s{0,3}=\s{0,3}|<link\b[^>]{0,200}\bhref\s{0,3}=\s{0,3}|\burl\(|@import\s{1,3})["']?(?:https?:)?\/\/$/i.test(
      before,
    )
  );
}

const quotedAddress = /(?<![\w.:/-])(?:\d{1,3}\.){3}\d{1,3}(?![\w.-])/g;

/** IP addresses without a scheme, in code only: elsewhere they are versions and section numbers. */
function* bare(region: Region): Generator<Sighting<HostKind>> {
  const { file, text, role } = region;
  if (role !== "script" && role !== "commands") return;
  for (const match of text.slice(region.start, region.end).matchAll(quotedAddress)) {
    const start = region.start + match.index;
    const [name] = match;
    if (isAddress(name) && region.isCode(start))
      yield { name, kind: "contacted", file, start, end: start + name.length };
  }
}
