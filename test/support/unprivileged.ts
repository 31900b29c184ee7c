import { isMainThread } from "node:worker_threads";

const nobody = 65_534;

/** Whether file permissions can be made to bite here: Windows has none, and a worker thread cannot change its user. */
export const canBeDenied = process.platform !== "win32" && isMainThread;

/** Runs something as a user without rights, as nothing is unreadable to root. */
export async function unprivileged<T>(act: () => T): Promise<Awaited<T>> {
  if (process.geteuid?.() !== 0) return await act();
  process.seteuid?.(nobody);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
