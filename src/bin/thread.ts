import { runThread } from "../api/jobs/run-thread.ts";
import { keepCompiledCode } from "../cli/compile-cache.ts";
import { cacheDirectory } from "../read/user-directories.ts";

keepCompiledCode(process.env, cacheDirectory(process.env));
runThread();
