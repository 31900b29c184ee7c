import type { Io } from "../io.ts";

type Place = Pick<Io, "cwd" | "env">;

/** The clients that the config chooses; undefined without a config, or if it chooses none. */
export async function clientsOfConfig({ cwd, env }: Place): Promise<readonly string[] | undefined> {
  const { findConfig } = await import("../../api/settings/find-config.ts");
  const { place } = findConfig({ cwd, env });
  if (!place) return undefined;
  const { readConfigFile } = await import("../../api/settings/read-config.ts");
  return readConfigFile(place, cwd).clients?.value;
}

/** The same as the option of a use case that shows them. */
export async function shownIn(place: Place): Promise<{ readonly shown?: readonly string[] }> {
  const shown = await clientsOfConfig(place);
  return shown ? { shown } : {};
}

/** The same for a use case whose messages name clients. */
export async function namedIn(place: Place): Promise<{ readonly clients?: readonly string[] }> {
  const clients = await clientsOfConfig(place);
  return clients ? { clients } : {};
}
