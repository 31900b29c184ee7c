/**
 * The script of every page. Without it, everything can be read; it filters skills and findings, opens the skill that a
 * link leads to, and opens all before printing.
 */
export const script = `
"use strict";
const form = document.querySelector("form");
const shown = form.querySelector("output");
const marked = Array.from(document.querySelectorAll("[data-skill]"));
const cards = marked.filter((each) => each.matches(".card"));
let texts;
const filter = () => {
  texts ??= cards.map((card) => [card, card.textContent.toLowerCase()]);
  const wanted = form.elements.words.value.toLowerCase();
  const kinds = Array.from(form.querySelectorAll(":checked"), (box) => ".findings>." + box.name).join();
  const isLeft = (card) => !card.querySelector(".findings>*") || (kinds !== "" && card.querySelector(kinds));
  const left = texts.filter(([card, text]) => text.includes(wanted) && isLeft(card));
  const found = new Set(left.map(([card]) => card.dataset.skill));
  for (const each of marked) each.hidden = !found.has(each.dataset.skill);
  for (const box of form.querySelectorAll("[type=checkbox]"))
    document.body.classList.toggle("no-" + box.name, !box.checked);
  shown.textContent = left.length + " of " + texts.length + " shown";
};
if (cards.length > 0) form.hidden = false;
form.querySelector(".kinds").hidden = document.querySelector(".findings") === null;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
const open = () => {
  const details = document.getElementById(location.hash.slice(1))?.closest("details");
  if (details && !details.open) {
    details.open = true;
    details.scrollIntoView();
  }
};
addEventListener("hashchange", open);
open();
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
`;

/** The SHA-256 of the script, which the policy names. A test prints the new one after a change. */
export const scriptDigest = "bRJG+noZxHyMIsN+4y5vV3Xk1OeoPMnscYzK7tkWmis=";
