export { readTools, type ToolList } from "../core/tool-list.ts";
