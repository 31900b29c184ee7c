import { groupBy } from "../../../core/group-by.ts";
import type { ClientOfPlugin, PluginObjection } from "../../../model/plugin.ts";
import type { Finding } from "../../../model/rule.ts";

/** The objections of one client. */
interface Objecting extends Omit<ClientOfPlugin, "answer"> {
  readonly objections: readonly PluginObjection[];
}

/** Whether two clients object to the same. */
export function isSame(one: PluginObjection, other: PluginObjection): boolean {
  return keyOf(one) === keyOf(other);
}

/** One finding for each cause, which names all clients that object to it. */
export function sayTogether(
  clients: readonly Objecting[],
  say: (objection: PluginObjection) => string,
): readonly Finding[] {
  const all = clients.flatMap(({ objections, ...client }) =>
    objections.map((objection) => ({ client, objection })),
  );
  return Array.from(groupBy(all, ({ objection }) => keyOf(objection)).values(), (same) => {
    const { file, range } = same[0]!.objection;
    const targets = Array.from(new Set(same.map(({ client }) => client.target)));
    return {
      file,
      ...(range && { range }),
      message: say(same[0]!.objection),
      refusals: targets.map((target) => ({ target })),
      related: same.flatMap(({ objection: { unread = [] } }) =>
        unread.map((each) => ({ file: each, message: "it is not read because of this" })),
      ),
    };
  });
}

/** What a client refuses for an objection. */
export function nameOf({ file, entry }: PluginObjection): "marketplace" | "plugin" {
  return file.endsWith("marketplace.json") && entry !== true ? "marketplace" : "plugin";
}

function keyOf({ file, range, message }: PluginObjection): string {
  return JSON.stringify([file, range?.start.offset, message]);
}
