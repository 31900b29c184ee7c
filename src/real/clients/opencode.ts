import type { RealClient } from "../client.ts";
import { opencodeLike } from "./parts/opencode-like.ts";

export const opencode: RealClient = opencodeLike({
  id: "opencode",
  order: 50,
  program: "opencode",
  variable: "OPENCODE_CONFIG_CONTENT",
});
