import type { Io } from "../io.ts";

/** The clients that the config chooses; undefined without a config, or if it chooses none. */
export async function clientsOfConfig({ cwd, env }: Io): Promise<readonly string[] | undefined> {
  const { findConfig } = await import("../../api/settings/find-config.ts");
  const { place } = findConfig({ cwd, env });
  if (!place) return undefined;
  const { readConfigFile } = await import("../../api/settings/read-config.ts");
  return readConfigFile(place, cwd).clients?.value;
}
