import { serveCommands } from "../harness/shell/shell-thread.ts";

void serveCommands();
