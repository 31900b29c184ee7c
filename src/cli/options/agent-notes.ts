/** The simulated agents, for the end of a command's help. */
export const agentNotes = `Agents:
  agentskills        a client built by the guide of agentskills.io
  agio               Agio
  react-actions      a ReAct loop with structured actions
  spring-ai-alibaba  Spring AI Alibaba
  harness9           harness9
`;
