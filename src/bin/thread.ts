import { runThread } from "../api/jobs/run-thread.ts";

runThread();
