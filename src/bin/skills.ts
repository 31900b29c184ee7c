#!/usr/bin/env node
import { keepCompiledCode } from "../cli/compile-cache.ts";
import { skills } from "../cli/router.ts";
import { runProcess } from "../cli/run-process.ts";
import { cacheDirectory } from "../read/user-directories.ts";

keepCompiledCode(process.env, cacheDirectory(process.env));
runProcess("skills", skills);
