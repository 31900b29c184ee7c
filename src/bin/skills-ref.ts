#!/usr/bin/env node
import { keepCompiledCode } from "../cli/compile-cache.ts";
import { runProcess } from "../cli/run-process.ts";
import { skillsRef } from "../cli/skills-ref/skills-ref.ts";

keepCompiledCode(process.env);
runProcess("skills-ref", skillsRef);
