#!/usr/bin/env node
import { keepCompiledCode } from "../cli/compile-cache.ts";
import { runProcess } from "../cli/run-process.ts";
import { cacheDirectory } from "../read/user-directories.ts";
import { skillsRef } from "../cli/skills-ref/skills-ref.ts";

keepCompiledCode(process.env, cacheDirectory(process.env));
runProcess("skills-ref", skillsRef);
