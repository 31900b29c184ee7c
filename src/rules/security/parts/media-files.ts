/** Images, audio, fonts and other files that are large by nature. */
const media =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?|psd|svg|pdf|mp[34]|m4[av]|mov|webm|wav|ogg|flac|ttf|otf|woff2?|glb|gltf|onnx|pt|bin|safetensors|parquet|sqlite3?|db|npy|npz)$/i;

/** Whether a file is media, by its name. */
export function isMedia(path: string): boolean {
  return media.test(path);
}
