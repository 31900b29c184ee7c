import type { RealClient } from "../client.ts";
import { opencodeLike } from "./parts/opencode-like.ts";

export const kilo: RealClient = opencodeLike({
  id: "kilo",
  program: "kilo",
  variable: "KILO_CONFIG_CONTENT",
});
