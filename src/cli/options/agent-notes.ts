import { aboutSystems } from "../../model/target.ts";
import { listTerms } from "./list-terms.ts";

/** The simulated agents, for the end of a command's help. */
export const agentNotes = `Agents:
${listTerms(aboutSystems)}
`;
