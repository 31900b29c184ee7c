#!/usr/bin/env node
import { runProgram } from "../cli/compile-cache.ts";
import { cacheDirectory } from "../read/user-directories.ts";

runProgram("skills", import.meta.dirname, process.env, cacheDirectory(process.env));
