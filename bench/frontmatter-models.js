// The modeled frontmatter readers, for importSource: Node 20 cannot run TypeScript.
export { quickValidate } from "../src/targets/validators/parts/quick-validate.ts";
export { loadStrictYaml } from "../src/yaml/theirs/strictyaml.ts";
export { readFrontmatter } from "../src/harness/skill-document.ts";
export { frontmatterRules as agentskills } from "../src/harness/systems/agentskills/load-skills.ts";
export { frontmatterRules as agio } from "../src/harness/systems/agio/registry.ts";
export { frontmatterRules as harness9 } from "../src/harness/systems/harness9.ts";
export { parseSubset } from "../src/harness/systems/react-actions/yaml-subset.ts";
export { frontmatterRules as spring } from "../src/harness/systems/spring-ai-alibaba/registry.ts";
