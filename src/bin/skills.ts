#!/usr/bin/env node
import { skills } from "../cli/router.ts";
import { runProcess } from "../cli/run-process.ts";

runProcess("skills", skills);
