import { limits } from "../model/limits.ts";
import { grouped } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";

const archives =
  /\.(?:zip|skill|mcpb|dxt|tar|tgz|tbz2?|txz|gz|bz2|xz|zst|7z|rar|whl|egg|gem|nupkg|vsix|crx|asar|iso)$/i;

/** Pictures, sounds, fonts and the like are as large as they must be. */
const media =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?|psd|svg|pdf|mp[34]|m4[av]|mov|webm|wav|ogg|flac|ttf|otf|woff2?|glb|gltf|onnx|pt|bin|safetensors|parquet|sqlite3?|db|npy|npz)$/i;

export default defineRule({
  meta: {
    id: "unreviewed-file",
    category: "security",
    origin: "guidance",
    source: "https://github.com/OWASP/www-project-agentic-skills-top-10",
    summary: "Reports archives and large files, into which no rule looks.",
    why: "What a check leaves out without saying so is taken for checked.",
    remedy: "Unpack the archive into the skill, or split the file; or look into it yourself.",
    severity: "info",
    since: "0.1.0",
  },
  check: ({ subject: { opaque, files } }) => {
    const sizes = new Map(files.map(({ path, size }) => [path, size]));
    return opaque.flatMap(({ path }) => {
      const size = sizes.get(path) ?? 0;
      if (archives.test(path))
        return [
          {
            file: path,
            message: `${quote(path)} is an archive, into which no rule looks, expected its files`,
          },
        ];
      return size > limits.textBytes && !media.test(path)
        ? [
            {
              file: path,
              message: `${quote(path)} has ${grouped(size)} bytes and was not looked into, expected at most ${grouped(limits.textBytes)}`,
            },
          ]
        : [];
    });
  },
});
