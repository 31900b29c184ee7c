import { aboutSystems } from "../../model/target.ts";
import { listTerms } from "./list-terms.ts";

/** The simulated system systems, for the end of a command's help. */
export const agentNotes = `Systems:
${listTerms(aboutSystems)}
`;
