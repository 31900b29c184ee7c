import { frontmatter } from "./markdown.js";

/** The start. @param {{ rules: number, clients: number, recorded: number, repository: string | undefined }} figures */
export function home({ rules, clients, recorded, repository }) {
  const fields = {
    layout: "home",
    title: "skillwright",
    titleTemplate: false,
    hero: {
      name: "skillwright",
      text: "Which agents will drop your skill?",
      tagline: `Checks Agent Skills against the records of ${recorded} agent clients, says who drops or changes them and why, and fixes what is safe. Offline, with no model and no account.`,
      image: {
        src: "/check.svg",
        alt: "skillwright check shows a finding with its line, its fix and the clients that it concerns, then what each client does with the skill",
      },
      actions: [
        { theme: "brand", text: "Try it on a skill", link: "/playground/", target: "_self" },
        { theme: "alt", text: "Get started", link: "/guides/getting-started" },
        ...(repository ? [{ theme: "alt", text: "Source", link: repository }] : []),
      ],
    },
    features: [
      {
        title: "It asks the clients",
        details: `What clients list, cut, rewrite or drop was recorded, of most by running them; every answer has a version and a date.`,
        link: "/clients/",
        linkText: `${clients} clients`,
      },
      {
        title: "It says why",
        details: `Each finding marks the characters that have to change, names who refuses the skill, and has a page with examples.`,
        link: "/rules/",
        linkText: `${rules} rules and archive codes`,
      },
      {
        title: "It shows what the model reads",
        details:
          "The list of skills as a client cuts it, the body and the files that it leads to, with their tokens.",
        link: "/guides/agents",
        linkText: "What clients do with a skill",
      },
      {
        title: "Its fixes are safe",
        details:
          "A safe fix never changes what a client or a model reads. Other fixes are applied only on request.",
        link: "/guides/checking",
        linkText: "Check, lint and fix",
      },
      {
        title: "It is compared",
        details:
          "What other tools report of the same skills, row by row, and what they do that skillwright does not.",
        link: "/guides/comparison",
        linkText: "Compared with others",
      },
      {
        title: "It runs where you work",
        details:
          "In CI without a token, in an editor, in a coding agent, and as a library, also in a browser. If nothing was found to check, the exit code is 2, never 0.",
        link: "/guides/ci",
        linkText: "In CI and before a commit",
      },
    ],
  };
  return frontmatter(fields);
}
