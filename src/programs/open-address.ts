import { spawn } from "node:child_process";
import path from "node:path";

/**
 * Opens an address in the user's browser, which goes on without this process. Calls `onFailure` if the system has no
 * program for it, or that fails.
 */
export function openAddress(address: string, onFailure: () => void): void {
  const [program, words] = openerOf(process.platform);
  const { PATH = "" } = process.env;
  // So that nothing in the working directory is started.
  const directories = PATH.split(path.delimiter).filter((directory) => path.isAbsolute(directory));
  const opener = spawn(program, [...words, address], {
    cwd: path.parse(process.cwd()).root,
    env: { ...process.env, PATH: directories.join(path.delimiter) },
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  opener.on("error", onFailure);
  opener.on("exit", (code) => {
    if (code !== 0) onFailure();
  });
  opener.unref();
}

function openerOf(platform: NodeJS.Platform): readonly [program: string, words: readonly string[]] {
  if (platform === "darwin") return ["/usr/bin/open", []];
  if (platform !== "win32") return ["xdg-open", []];
  const { SystemRoot = "C:\\Windows" } = process.env;
  return [`${SystemRoot}\\System32\\rundll32.exe`, ["url.dll,FileProtocolHandler"]];
}
