import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "mining-pool",
    category: "security",
    origin: "guidance",
    source: "https://attack.mitre.org/techniques/T1496/001/",
    summary:
      "Reports the address of a pool for mining cryptocurrency, such as `stratum+tcp://pool.example:3333`.",
    why: "Only mining programs use this protocol, and they use the computer of the person who runs the skill.",
    remedy: "Remove the address and the program that connects to it.",
    severity: "warning",
    words: ["stratum+", "stratum2+"],
    since: "0.1.0",
  },
  search: {
    pattern: /\bstratum2?\+(?:ssl|tcp|tls|udp|ws|wss):\/\/[^\s"'`<>)\]]{1,200}/gi,
  },
  say: ({ match }) => `${quote(match[0], 80)} is a mining pool; remove it`,
});
