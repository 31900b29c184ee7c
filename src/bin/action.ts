import { runAction } from "../action/run-action.ts";
import { runProcess } from "../cli/run-process.ts";

runProcess("skills", (_args, { env, stdout }) => runAction(env, (text) => stdout.write(text)));
