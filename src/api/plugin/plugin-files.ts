import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { chosenClients } from "../../model/target.ts";
import { newManifests } from "../../targets/plugins/new-manifests.ts";
import { chooseClients } from "../compat/choose-clients.ts";
import type { StarterFile } from "../starter-files.ts";

const firstVersion = "0.1.0";

interface PluginWishes {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly clients?: readonly string[];
}

/**
 * The manifests of a new plugin, from its directory: one for each chosen client. Throws a SkillsError if none of them
 * has plugins, or a validator refuses the name.
 */
export function pluginFiles({ name, description, license, clients }: PluginWishes): readonly StarterFile[] {
  if (clients) chooseClients(clients);
  const chosen = chosenClients(clients);
  const wanted = newManifests.filter(
    ({ client, byDefault = false }) => chosen?.includes(client) ?? byDefault,
  );
  if (wanted.length === 0)
    throw new SkillsError("bad-usage", "none of the clients has a manifest for plugins", {
      hint: `choose among ${newManifests.map(({ client }) => client).join(", ")}`,
    });
  if (wanted.some(({ isReserved }) => isReserved(name)))
    throw new SkillsError("bad-usage", `the name ${quote(name)} is reserved for Anthropic; choose another`);
  return wanted.map(({ path, schema }) => {
    const manifest = {
      ...(schema !== undefined && { $schema: schema }),
      name,
      version: firstVersion,
      description,
      ...(license !== undefined && { license }),
    };
    return { path, text: `${JSON.stringify(manifest, undefined, 2)}\n`, executable: false };
  });
}
