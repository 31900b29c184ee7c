import { groupBy } from "../../../core/group-by.ts";
import { count, grouped, series, seriesAtMost } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import type { Paint } from "../../../model/paint.ts";
import type { Report } from "../../../model/report.ts";
import {
  type RankedPlace,
  type RoutedPrompt,
  type RoutingClient,
  type RoutingOutcome,
  routingOutcomes,
  type RoutingVerdict,
  type TestRoutingData,
} from "../../../model/reports/test-routing.ts";
import { wrap, wrapHanging } from "../../drawing/text-wrap.ts";
import { clean, cleanPath } from "../../drawing/width.ts";
import { drawUnread } from "../../formats/text-subject.ts";
import { joinBlocks } from "../../formats/text.ts";

interface RoutingStyle {
  readonly paint: Paint;
  readonly width: number;
  /** Only what no longer holds, or is not known. */
  readonly quiet: boolean;
  /** Also what holds. */
  readonly verbose: boolean;
}

/** Terminal output: the prompts that do not hold with what is ahead of the skill, a line for each client, a summary. */
export function routingText(
  { data, unread, summary }: Pick<Report<TestRoutingData>, "data" | "unread" | "summary">,
  style: RoutingStyle,
): string {
  if (!data) return "";
  const shown = routingOutcomes.filter((outcome) => isShown(outcome, style));
  return joinBlocks(
    [
      ...data.prompts.flatMap((each) => {
        const lines = drawPrompt(each, shown, style);
        return lines.length > 0 ? [lines] : [];
      }),
      drawUnread(unread, "", style.paint),
      data.clients.flatMap((each) => wrapHanging(describeClient(each), style.width, 2)),
      summarize(data, summary.checked, style).flatMap((line) => wrap(line, style.width)),
    ].filter((lines) => lines.length > 0),
  );
}

function isShown(outcome: RoutingOutcome, { quiet, verbose }: RoutingStyle): boolean {
  if (outcome === "lost" || outcome === "unknown") return true;
  return outcome === "missed" ? !quiet : verbose;
}

function drawPrompt(
  { prompt, line, skill, never, verdicts }: RoutedPrompt,
  shown: readonly RoutingOutcome[],
  style: RoutingStyle,
): readonly string[] {
  const alike = Array.from(
    groupBy(verdicts, ({ client: _client, ...rest }) => JSON.stringify(rest)).values(),
  ).filter(([first]) => shown.includes(first!.outcome));
  if (alike.length === 0) return [];
  const goal =
    skill === null
      ? `must not reach ${seriesAtMost(
          never.map((name) => quote(name, 60)),
          3,
        )}`
      : `must reach ${quote(skill, 60)}`;
  return [
    ...wrapHanging(
      `${style.paint.bold(quote(prompt, 200))} ${goal} (${line === null ? "removed since the commit" : `line ${line}`})`,
      style.width,
      2,
    ),
    ...alike.flatMap((group) => drawVerdict(group, skill, style)),
  ];
}

function drawVerdict(
  group: readonly RoutingVerdict[],
  skill: string | null,
  { paint, width }: RoutingStyle,
): readonly string[] {
  const first = group[0]!;
  const names = group.map(({ client }) => clean(client)).join(", ");
  const head = `${tint(first.outcome, paint)} in ${names}: ${describeVerdict(first, skill)}`;
  return [
    ...wrapHanging(head, width - 2, 2).map((line) => `  ${line}`),
    ...first.ranked.flatMap((each) => drawPlace(each, width)),
  ];
}

function tint(outcome: RoutingOutcome, paint: Paint): string {
  const word = outcome === "lost" ? "LOST" : outcome;
  if (outcome === "held" || outcome === "new") return paint.good(word);
  return outcome === "missed" ? paint.severity.warning(word) : paint.severity.error(word);
}

/** One sentence about a verdict, safe to print on a terminal. */
export function describeVerdict(
  { outcome, cause, reason, ranked, lostWords }: Omit<RoutingVerdict, "client">,
  skill: string | null,
): string {
  const [best] = ranked;
  const why = reason === null ? "" : `: ${clean(reason)}`;
  if (outcome === "unknown") return `it is not known whether the client lists it${why}`;
  if (cause === null)
    return best && skill !== null ? `first by ${words(best.words)}` : "none of these is first";
  if (cause === "not-loaded") return `the client does not load the skill${why}`;
  if (cause === "hidden") return "a field hides the skill from the model";
  if (cause === "unlisted") return "the catalog has no room for the skill";
  const ahead = describeAhead(ranked, skill);
  if (cause === "words") return ahead;
  if (cause === "name-only") return "only its name is shown, which shares fewer words with the prompt";
  const lost = lostWords.length === 0 ? "" : `, which lacks ${words(lostWords)}`;
  return `${ahead} in what the client shows${lost}; with whole descriptions it holds`;
}

function describeAhead(ranked: readonly RankedPlace[], skill: string | null): string {
  const first = ranked.filter(({ place, score }) => place === 1 && score > 0);
  const other = first.find(({ meant }) => !meant);
  if (!other) return "no skill shares a word with the prompt";
  const how = skill === null ? "best" : first.some(({ meant }) => meant) ? "equally" : "better";
  return `${quote(other.name, 60)} matches ${how}`;
}

function words(all: readonly string[]): string {
  return seriesAtMost(
    all.map((word) => quote(word, 40)),
    6,
  );
}

const states: Readonly<Record<RankedPlace["state"], string>> = {
  whole: "",
  cut: " (cut)",
  "name-only": " (name only)",
  absent: " (not listed)",
};

function drawPlace(
  { name, place, score, words: shared, state }: RankedPlace,
  width: number,
): readonly string[] {
  const text = `${String(place).padStart(3, "\u00a0")}.\u00a0${score.toFixed(2).padStart(6, "\u00a0")}\u00a0 ${clean(name, 60)}${states[state]}: ${shared.length === 0 ? "no shared word" : shared.map((word) => clean(word, 40)).join(", ")}`;
  return wrapHanging(text, width - 4, 14).map((line) => `    ${line.replaceAll("\u00a0", " ")}`);
}

function describeClient({ client, version, catalog, shown, counts, holdWhole }: RoutingClient): string {
  const parts = routingOutcomes
    .toReversed()
    .flatMap((outcome) => (counts[outcome] > 0 ? [`${grouped(counts[outcome])} ${outcome}`] : []));
  const cut = [
    ...(shown.cut > 0 ? [`cuts ${grouped(shown.cut)}`] : []),
    ...(shown["name-only"] > 0 ? [`shows ${grouped(shown["name-only"])} by name only`] : []),
    ...(shown.absent > 0 ? [`leaves out ${grouped(shown.absent)}`] : []),
  ];
  const isUnknown = catalog === "unknown" ? "its cut is not recorded" : "cuts no description";
  const total = counts.held + counts.new;
  const whole =
    holdWhole === total
      ? ""
      : `; ${grouped(holdWhole)} instead of ${grouped(total)} hold with whole descriptions`;
  const named = client.includes("@") ? clean(client) : `${clean(client)} ${clean(version)}`;
  return `${named}: ${series(parts)}; ${cut.length > 0 ? series(cut) : isUnknown}${whole}`;
}

function summarize(
  { routing, prompts, clients, counts, notAsked, written }: TestRoutingData,
  skills: number,
  { paint }: RoutingStyle,
): readonly string[] {
  const { held, lost, new: found, missed, unknown } = counts;
  const parts = [
    paint.good(`${grouped(held)} held`),
    ...(lost > 0 ? [paint.severity.error(`${grouped(lost)} lost`)] : []),
    ...(unknown > 0 ? [paint.severity.error(`${grouped(unknown)} not known`)] : []),
    ...(found > 0 ? [`${grouped(found)} new`] : []),
    ...(missed > 0 ? [paint.severity.warning(`${grouped(missed)} missed`)] : []),
  ];
  const file = cleanPath(routing);
  return [
    `${file}: ${count(prompts.length, "prompt")}, ${count(skills, "skill")}, ${count(clients.length, "client")}: ${series(parts)}`,
    ...(missed > 0 ? ["What was never held is no error until it holds."] : []),
    ...(written !== null
      ? [
          written === 0
            ? `Nothing new to keep in ${file}.`
            : `Recorded ${count(written, "new result")} in ${file}.`,
        ]
      : []),
    ...(written === null && found > 0 ? ["Keep what is new with `--write`; then it must stay so."] : []),
    ...(held + lost + (written ?? 0) === 0
      ? [paint.severity.error("Nothing is held, so nothing could fail (exit code 2).")]
      : []),
    ...(notAsked > 0 ? [`${count(notAsked, "recorded result")} of clients that were not asked.`] : []),
    "This compares words with the catalog that a client shows; a model may choose otherwise.",
  ];
}
