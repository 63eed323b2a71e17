// The style sheet of drawings, light and dark, for files, reports and the local page.
// Used by svg.ts and by the pages; colours are variables, so that a page can follow the reader's theme.

const day = `--paper:#ffffff;--ink:#1b2733;--dim:#5f6f7e;--box:#ffffff;--line:#8493a3;--frame:#eef3fb;--frame-line:#7f9cc9;
--head:#f0f3f6;--frame-head:#dce7f8;--bad:#c62828;--bad-soft:#fdeaea;--new:#0b7a43;--new-soft:#dff5e7;--edge:#42566b;--value:#7a3e9d`;
const night = `--paper:#14191f;--ink:#dfe7ee;--dim:#93a3b3;--box:#1c232b;--line:#5d6c7b;--frame:#1b2636;--frame-line:#54759f;
--head:#252e38;--frame-head:#24354d;--bad:#ff8a80;--bad-soft:#3d2022;--new:#5fd698;--new-soft:#143526;--edge:#a5b5c5;--value:#d3a6f0`;

export const drawingStyle = `
:root,svg.heap{${day}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]),svg.heap{${night}}}
:root[data-theme=light],:root[data-theme=light] svg.heap{${day}}
:root[data-theme=dark],:root[data-theme=dark] svg.heap{${night}}
@media print{:root,:root svg.heap{${day}}}
svg.heap{background:var(--paper);max-width:none}
svg.heap text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:var(--ink)}
.heap .caption{font-weight:600}
.heap .note,.heap .said{fill:var(--dim)}
.heap .said{text-anchor:middle;font-size:10px}
.heap .frame,.heap .behind{fill:var(--box);stroke:var(--line)}
.heap .head{fill:var(--head);stroke:var(--line)}
.heap .name{font-weight:600}
.heap .many{fill:var(--dim);text-anchor:end;font-size:10px}
.heap .row{fill:none}
.heap .field{fill:var(--ink)}
.heap .value{fill:var(--value)}
.heap .nothing,.heap .unset{fill:var(--dim)}
.heap .bad{fill:var(--bad);font-weight:600}
.heap .start{fill:var(--edge)}
.heap .activation .frame,.heap .variable .frame{fill:var(--frame);stroke:var(--frame-line)}
.heap .activation .head,.heap .variable .head{fill:var(--frame-head);stroke:var(--frame-line)}
.heap .freed .frame{fill:var(--bad-soft);stroke:var(--bad);stroke-dasharray:4 3}
.heap .freed .head{fill:var(--bad-soft);stroke:var(--bad)}
.heap .middle{text-anchor:middle}
.heap .dotted .frame{stroke-dasharray:1.5 3.5;stroke-width:1.6}
.heap .line{fill:none;stroke:var(--edge);stroke-width:1.4}
.heap .tip{fill:var(--edge)}
.heap .may .line{stroke-dasharray:5 4}
.heap .aside .line{stroke:var(--frame-line);stroke-width:1}
.heap .aside .tip{fill:var(--frame-line)}
.heap .box.new .frame{stroke:var(--new);stroke-width:2}
.heap .box.new .head{fill:var(--new-soft);stroke:var(--new)}
.heap .row.changed{fill:var(--new-soft)}
.heap .edge.new .line{stroke:var(--new);stroke-width:2.4}
.heap .edge.new .tip{fill:var(--new)}
.heap .box.gone{opacity:.85}
.heap .box.gone .frame{stroke:var(--bad);stroke-dasharray:3 3}
.heap .box.gone .head{fill:var(--bad-soft);stroke:var(--bad);stroke-dasharray:3 3}
.heap .box.gone text,.heap .box.gone tspan{fill:var(--bad)}
.heap .edge.gone .line{stroke:var(--bad);stroke-dasharray:2 4;opacity:.7}
.heap .edge.gone .tip{fill:var(--bad);opacity:.7}
`.replace(/\n/g, '');
