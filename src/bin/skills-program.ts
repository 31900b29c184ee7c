import { runProcess } from "../cli/run-process.ts";
import { skills } from "../cli/router.ts";

runProcess("skills", skills);
