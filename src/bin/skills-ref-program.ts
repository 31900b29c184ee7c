import { runProcess } from "../cli/run-process.ts";
import { skillsRef } from "../cli/skills-ref/skills-ref.ts";

runProcess("skills-ref", skillsRef);
