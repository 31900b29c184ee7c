/** The style of every page. Contrasts are those of WCAG 2.2 AA (1.4.3, 1.4.11) in both color schemes. */
export const style = `
:root{color-scheme:light dark;--text:#1b1f24;--quiet:#57606a;--page:#fff;--box:#f6f8fa;--line:#d0d7de;--link:#0550ae;
--bad:#a40e26;--bad-box:#ffebe9;--odd:#7a4b00;--odd-box:#fff4d6;--good:#116329;--note:#0550ae;--bar:#0969da;--bar2:#54aeff;--bar3:#a9bcd0;--mark:#fff0a3;--on1:#fff;--on2:#1b1f24;--on3:#1b1f24}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--quiet:#9da7b3;--page:#0d1117;--box:#161b22;--line:#3d444d;--link:#79c0ff;
--bad:#ff9a92;--bad-box:#4a1418;--odd:#f0c04f;--odd-box:#3b2a05;--good:#7ee2a8;--note:#79c0ff;--bar:#388bfd;--bar2:#1f5fae;--bar3:#4f5b69;--mark:#453700;--on1:#0d1117;--on2:#fff;--on3:#fff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem clamp(.75rem,3vw,2.5rem) 3rem;max-width:100rem;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}h2{font-size:1.2rem;margin:2.2rem 0 .6rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}
h3{display:inline;font-size:1rem;margin:0}h4{font-size:.9rem;margin:1rem 0 .3rem}p{margin:.4rem 0;max-width:90ch}
a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:1px}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}code,bdi{unicode-bidi:isolate}
pre{margin:.35rem 0;padding:.35rem .6rem;background:var(--box);border:1px solid var(--line);border-radius:4px;white-space:pre-wrap}
mark{background:var(--mark);color:inherit;border-bottom:2px solid currentColor}
.quiet,small{color:var(--quiet);font-size:.875rem}
.tiles{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0;padding:0;list-style:none}
.tiles li{min-width:6.2rem;padding:.4rem .8rem;background:var(--box);border:1px solid var(--line);border-radius:6px}
.tiles b{display:block;font-size:1.5rem;line-height:1.2}
.bad{color:var(--bad)}.odd{color:var(--odd)}.good{color:var(--good)}.note{color:var(--note)}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0;padding:0;list-style:none}
form{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;margin:1rem 0;padding:.5rem .8rem;background:var(--box);border:1px solid var(--line);border-radius:6px}
form[hidden]{display:none}input[type=search]{font:inherit;width:18rem;max-width:100%;padding:.2rem .4rem;color:inherit;background:var(--page);border:1px solid var(--quiet);border-radius:4px}
.scroll{overflow-x:auto;background:linear-gradient(270deg,var(--page) 50%,transparent) right/2.4rem 100% no-repeat local,linear-gradient(270deg,var(--quiet),transparent) right/.7rem 100% no-repeat scroll;width:fit-content;max-width:100%;border:1px solid var(--line);border-radius:6px;margin:.5rem 0}
table{border-collapse:collapse;font-size:.875rem;overflow-wrap:break-word}caption{padding:.4rem .6rem;text-align:left;color:var(--quiet)}
th,td{padding:.28rem .6rem;text-align:left;vertical-align:baseline;border-top:1px solid var(--line)}
thead th{border-top:0;vertical-align:bottom;background:var(--box)}tbody th{font-weight:400}
.scroll th:first-child{position:sticky;left:0;background:var(--box);min-width:min(13rem,36vw);max-width:min(24rem,52vw)}tbody th{overflow-wrap:anywhere}.why{min-width:min(14rem,25vw);overflow-wrap:anywhere}th small{display:block}
.scroll .matrix th:first-child{max-width:min(24rem,42vw)}.matrix td{text-align:center;white-space:nowrap}.matrix thead th+th{text-align:center}
.many thead th+th{writing-mode:vertical-rl;vertical-align:bottom;text-align:end;padding:.5rem .2rem;white-space:nowrap}.many td{padding:.28rem .35rem}
td.n{background:var(--bad-box);color:var(--bad);font-weight:600}td.d{background:var(--odd-box);color:var(--odd)}td.y{color:var(--good)}td.u,td.h{color:var(--quiet)}
th>a,td>a,td>details>a,th>details>a{display:block;padding:.1rem 0}th>details,td>details{margin:0}th>details>summary,td>details>summary{padding:.15rem 0}a[hidden],tbody:has(a[data-skill]) tr:not(.sum,[data-skill],:has(a:not([hidden]))){display:none}.sum th,.sum td{color:var(--quiet);background:var(--box)}
td.r{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
svg.map{display:block;width:100%;max-width:34rem;height:auto;margin:.4rem 0}.map rect{stroke:var(--page)}.map text{font:12px system-ui,sans-serif}.t1{fill:var(--on1)}.t2{fill:var(--on2)}.t3{fill:var(--on3)}
.tree,.tree ul{margin:.3rem 0 0;padding:0;list-style:none}.tree ul>li{position:relative;margin-left:.6rem;padding:.25rem 0 0 1.1rem;border-left:1px solid var(--quiet)}.tree ul>li:last-child{border-color:transparent}
.tree ul>li::before{content:"";position:absolute;left:-1px;top:0;width:1rem;height:1.1rem;border:solid var(--quiet);border-width:0 0 1px 1px}
.box{display:inline-block;padding:0 .5rem;border:1px solid var(--quiet);border-radius:5px;background:var(--box);font-size:.875rem}.start{border-width:2px;font-weight:600}.orphan{border-style:dotted;border-radius:0}
.missing{border:1px dashed var(--bad);border-radius:0;background:var(--bad-box);color:var(--bad)}.outside{border:3px double var(--odd);border-radius:0;background:var(--odd-box);color:var(--odd)}
svg:not(.map){display:block;width:min(20rem,60vw);height:.8rem;background:var(--box);border:1px solid var(--line)}
svg:not(.map):where(td>*){width:min(20rem,26vw)}
.b2,.b3{stroke:var(--page);vector-effect:non-scaling-stroke}.b1{fill:var(--bar)}.b2{fill:var(--bar2)}.b3{fill:var(--bar3)}.key span{margin-right:1em;white-space:nowrap}.key span::before{content:"";display:inline-block;width:.8em;height:.8em;margin-right:.3em;border:1px solid var(--line)}
.key .k1::before{background:var(--bar)}.key .k2::before{background:var(--bar2)}.key .k3::before{background:var(--bar3)}
details{margin:.35rem 0}summary{cursor:pointer;padding:.3rem .4rem;border-radius:4px}summary:hover{background:var(--box)}
.card{border:1px solid var(--line);border-radius:6px;content-visibility:auto;contain-intrinsic-size:auto 2.6rem}
.card>div{padding:0 .9rem .7rem;scroll-margin-top:3rem}.card>summary{padding:.45rem .7rem}
dl{margin:.3rem 0}dt{margin-top:.5rem}dd{margin:.2rem 0;padding-left:.7rem;border-left:3px solid var(--line)}
.badge{display:inline-block;margin-left:.5rem;font-size:.875rem}
.findings{margin:.3rem 0;padding:0;list-style:none}.findings>li{margin:.5rem 0;padding:.1rem 0 .1rem .7rem;border-left:3px solid var(--line)}
.findings>.error{border-color:var(--bad)}.findings>.warning{border-color:var(--odd)}.findings>.info{border-color:var(--note)}
.findings p{margin:.1rem 0}.no-error .findings>.error,.no-warning .findings>.warning,.no-info .findings>.info{display:none}
.timeline{border-left:3px solid var(--line);font-size:.875rem}.timeline li{margin:.2rem 0}
.lost{color:var(--quiet);text-decoration:underline dotted;text-underline-offset:.2em}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.6rem}
@media (max-width:48rem){.matrix:not(.few) thead th+th{writing-mode:vertical-rl;vertical-align:bottom;text-align:end;padding:.5rem .2rem;white-space:nowrap}.matrix td{padding:.28rem .2rem}}
@media (max-width:30rem){th,td{padding:.25rem .35rem}.tiles li{flex:1 1 40%}.wide{display:none}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:10pt}form,nav{display:none}.scroll{overflow:visible;border:0}.scroll th:first-child{position:static}
details::details-content{display:block;content-visibility:visible;block-size:auto}.card{content-visibility:visible;break-inside:auto}li,tr,pre{break-inside:avoid}thead{display:table-header-group}}
`;

/** The SHA-256 of the style, which the policy names. A test prints the new one after a change. */
export const styleDigest = "SYjAI+pucFCNQhxaLwPJLwhRFaXLiinZQ9jucOnHpdU=";
