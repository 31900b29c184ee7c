import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const androidStudio: Client = documented({
  id: "android-studio",
  title: "Android Studio",
  reach: "niche",
  order: 480,
  sources: ["https://developer.android.com/studio/gemini/skills.md.txt"],
  roots: {
    project: [".agents/skills", ".android-studio/skills"],
    user: ["~/.agents/skills", "~/.android-studio/skills"],
  },
});
