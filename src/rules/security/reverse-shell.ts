import { quote } from "../../core/show.ts";
import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "reverse-shell",
    category: "security",
    origin: "guidance",
    source: "https://cwe.mitre.org/data/definitions/78.html",
    summary: "Reports commands that connect a shell or a local port to another computer.",
    why: "The other computer gains control over this one; a harmless port test looks the same.",
    remedy: "Explain in the skill what the connection is for.",
    severity: "info",
    words: ["/dev/tcp/", "/dev/udp/", "nc -", "ncat", "dup2", "socat", "mkfifo", "tcpclient"],
    off: true,
    since: "0.1.0",
  },
  search: {
    pattern:
      /\b(?:ba|z|da|k)?sh\s+-i\b[^\n]{0,60}\/dev\/(?:tcp|udp)\/(?!127\.|localhost)[^\s"']{1,80}|\bexec\s+\d{1,2}<>\s*\/dev\/(?:tcp|udp)\/(?!127\.|localhost)[^\s"']{1,80}|\b(?:nc|ncat|netcat)\s+(?:-[\w.]+\s+){0,4}(?:-[abdf-z\d_]*[ec]\w*\s+|--(?:sh-)?exec\s+)\S{1,60}|\bsocat\s[^\n]{0,120}\bexec:[^\n]{0,80}|\bos\.dup2\(\s*(?:s|sock|socket|conn|client)\.fileno\(\)[^\n]{0,40}|\bmkfifo\s+\S{1,60}\s*[;&|][^\n]{0,120}\b(?:nc|ncat)\b|System\.Net\.Sockets\.TCPClient[^\n]{0,200}GetStream/gi,
    warnedBy: "sentence",
  },
  say: ({ match }) => `${quote(match[0], 80)} connects a shell or a file to the network`,
});
