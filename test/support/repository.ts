import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeTree } from "./tree.ts";

type Files = Readonly<Record<string, string>>;

const identity = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

/** Git without any user or system config. */
export function git(cwd: string, ...words: readonly string[]): string {
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...identity,
  };
  return execFileSync(
    "git",
    [
      "-c",
      "init.defaultBranch=main",
      "-c",
      "protocol.file.allow=always",
      "-c",
      "advice.detachedHead=false",
      ...words,
    ],
    { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  ).trim();
}

export function writeFiles(root: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}

/** Commits these files with all else that changed; the commit. */
export function commit(root: string, files: Files = {}): string {
  writeFiles(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-q", "--allow-empty", "-m", "x");
  return git(root, "rev-parse", "HEAD");
}

/** A repository of one commit on `main`, removed when the test ends. */
export function makeRepository(files: Files): string {
  const root = makeTree({});
  git(root, "init", "-q");
  commit(root, files);
  return root;
}

export interface PullRequest {
  readonly base: string;
  readonly head: string;
  /** What a server makes of the two, as `refs/pull/1/merge`; the base's tip is its first parent. */
  readonly merge: string;
}

/** Creates the refs of a pull request from `topic` into `main`; `base` is only returned. */
export function openPull(root: string, base: string): PullRequest {
  const head = git(root, "rev-parse", "topic");
  git(root, "checkout", "-q", "--detach", "main");
  git(root, "merge", "-q", "--no-ff", "-m", "merge", "topic");
  const merge = git(root, "rev-parse", "HEAD");
  git(root, "update-ref", "refs/pull/1/merge", merge);
  git(root, "update-ref", "refs/pull/1/head", head);
  git(root, "checkout", "-q", "main");
  return { base, head, merge };
}

/** What actions/checkout does: one ref, to a depth (0 for all), and HEAD at its commit. */
export function checkOut(from: string, ref: string, depth: number, into = makeTree({})): string {
  mkdirSync(into, { recursive: true });
  git(into, "init", "-q");
  git(into, "remote", "add", "origin", `file://${from}`);
  const all = ["+refs/heads/*:refs/remotes/origin/*", `+${ref}:refs/remotes/there`];
  git(
    into,
    "fetch",
    "-q",
    "--no-tags",
    ...(depth === 0 ? ["origin", ...all] : [`--depth=${depth}`, "origin", `+${ref}:refs/remotes/there`]),
  );
  git(into, "checkout", "-q", "--detach", "refs/remotes/there");
  return into;
}
