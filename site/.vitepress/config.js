import { readFileSync } from "node:fs";

/** Written by build/site.js. */
const sidebar = JSON.parse(readFileSync(new URL("../pages/sidebar.json", import.meta.url), "utf8"));

/** Where the site is served, such as "/skillwright/" on GitHub Pages. */
const base = process.env.SITE_BASE || "/";

export default {
  title: "skillwright",
  description: "Checks, fixes and packs Agent Skills: which client drops a skill, where, and why",
  lang: "en-US",
  base,
  srcDir: "pages",
  cleanUrls: true,
  lastUpdated: false,
  head: [["meta", { name: "referrer", content: "no-referrer" }]],
  // Not a page of VitePress: it has a policy of its own, which forbids every connection.
  ignoreDeadLinks: [/^\/playground\//],
  // The colors of plain code have to be legible on the background of both schemes (WCAG 2.2, 1.4.3).
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  themeConfig: {
    search: { provider: "local" },
    sidebar,
    outline: { level: [2, 3] },
    externalLinkIcon: true,
    nav: [
      { text: "Guides", link: "/guides/getting-started", activeMatch: "^/guides/" },
      { text: "Rules", link: "/rules/", activeMatch: "^/rules/" },
      { text: "Clients", link: "/clients/", activeMatch: "^/clients/" },
      { text: "Comparison", link: "/guides/comparison" },
      { text: "Playground", link: "/playground/", target: "_self", noIcon: true },
    ],
  },
};
