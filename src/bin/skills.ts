#!/usr/bin/env node
import { keepCompiledCode } from "../cli/compile-cache.ts";
import { skills } from "../cli/router.ts";
import { runProcess } from "../cli/run-process.ts";

keepCompiledCode(process.env);
runProcess("skills", skills);
