// The modeled frontmatter readers, for importSource: Node 20 cannot run TypeScript.
export { quickValidate } from "../src/targets/validators/quick-validate.ts";
export { loadStrictYaml } from "../src/dialects/strictyaml.ts";
export {
  cutDocument as cutAgentskills,
  readMetadata as readAgentskills,
} from "../src/harness/systems/agentskills/load-skills.ts";
export {
  cutDocument as cutAgio,
  readFrontmatter as readAgio,
} from "../src/harness/systems/agio/registry.ts";
export { parseHarness9 } from "../src/harness/systems/harness9.ts";
export { parseSubset } from "../src/harness/systems/react-actions/frontmatter.ts";
export {
  cutFrontmatter as cutSpring,
  readMetadata as readSpring,
} from "../src/harness/systems/spring-ai-alibaba/registry.ts";
