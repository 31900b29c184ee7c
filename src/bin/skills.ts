#!/usr/bin/env node
import { keepCompiledCode } from "../cli/compile-cache.ts";
import { codeDirectory } from "../read/ownership.ts";
import { cacheDirectory } from "../read/user-directories.ts";

keepCompiledCode(process.env, () => codeDirectory(cacheDirectory(process.env)));
void import("./skills-program.ts");
