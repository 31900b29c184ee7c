/** The names of a client's own tools. */
export interface ClientTools {
  /** The client's title. */
  readonly title: string;
  readonly version: string;
  readonly tools: readonly string[];
}

/** As the package of Claude Code names them, including earlier names that it still accepts in permissions. */
const claudeCode: ClientTools = {
  title: "Claude Code",
  version: "2.1.330",
  tools:
    "Agent Artifact AskUserQuestion Bash BashOutput CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep KillBash KillShell ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead PowerShell PushNotification Read ReadMcpResourceTool RemoteTrigger ReportFindings ScheduleWakeup SendMessage Skill Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoWrite ToolSearch WebFetch WebSearch Workflow Write".split(
      " ",
    ),
};

/** By client, as recorded. */
export const clientTools: readonly ClientTools[] = [claudeCode];
