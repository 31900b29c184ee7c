import { defineSearch } from "./parts/sightings.ts";

export default defineSearch({
  meta: {
    id: "eicar-text",
    category: "security",
    origin: "guidance",
    source: "https://www.eicar.org/download-anti-malware-testfile/",
    summary: "Reports the EICAR test text, which every virus scanner treats as a virus.",
    why: "Virus scanners delete or block a file or archive that contains it, so the skill cannot be installed.",
    remedy: "Remove the text; a script that needs it can join it from two halves.",
    severity: "warning",
    words: ["eicar-standard-antivirus-test-file!$h+h*"],
    since: "0.1.0",
  },
  search: {
    // Only the second half: a virus scanner would also delete a file of ours that contained the whole text.
    pattern: /\$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!\$H\+H\*/g,
    warnedBy: "nothing",
  },
  say: () => "contains the EICAR test text, which virus scanners block; remove it",
});
