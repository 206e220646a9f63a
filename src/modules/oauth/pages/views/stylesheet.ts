/** Contrast is at least 4.5 for text and 3 for borders of controls. */
export const STYLESHEET = `:root {
  color-scheme: light dark;
  --page: #eef1f5;
  --card: #ffffff;
  --edge: #d5dbe3;
  --control: #6f7c8a;
  --text: #17212d;
  --soft: #4a5767;
  --accent: #0a58a6;
  --accent-strong: #08457f;
  --on-accent: #ffffff;
  --tint: #eef4fb;
  --wrong: #b0201a;
  --wrong-tint: #fdf1f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f151c;
    --card: #19222c;
    --edge: #2f3b48;
    --control: #8391a0;
    --text: #e8edf3;
    --soft: #b0bcc9;
    --accent: #82bdf7;
    --accent-strong: #a9d3fc;
    --on-accent: #07203a;
    --tint: #20303f;
    --wrong: #ffb3ab;
    --wrong-tint: #35211f;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { font-size: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  padding: 1rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: anywhere;
}
.brand {
  display: flex;
  align-items: center;
  gap: 0.625rem;
  max-width: 27rem;
  margin: 0 auto;
  padding: 0.25rem 0 1rem;
  color: var(--soft);
  font-size: 0.9375rem;
  font-weight: 600;
  line-height: 1.3;
}
.mark { flex: none; width: 1.75rem; height: 1.75rem; fill: none; stroke: var(--accent); stroke-width: 2.25; stroke-linejoin: round; }
.card {
  max-width: 27rem;
  margin: 0 auto;
  padding: 1.5rem 1.25rem;
  background: var(--card);
  border: 1px solid var(--edge);
  border-radius: 0.75rem;
}
@media (min-width: 32rem) {
  body { padding: 2rem 1rem; }
  .card { padding: 2rem; }
}
@media (min-width: 32rem) and (min-height: 44rem) {
  body { padding-top: 9vh; }
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; font-weight: 650; }
h1 q { quotes: none; color: var(--accent); }
h2 { margin: 1.25rem 0 0.5rem; font-size: 1rem; line-height: 1.4; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { color: var(--accent-strong); }
form { margin: 0 0 1rem; }
ul { margin: 0 0 1rem; padding-left: 1.25rem; }
li { margin: 0.25rem 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.lead { color: var(--soft); margin-bottom: 1.5rem; }
h1 + .lead { margin-top: -0.5rem; }
.lead strong { color: var(--text); font-weight: 600; }
.hint { color: var(--soft); font-size: 0.9375rem; }
.field { margin-bottom: 1.25rem; }
.field label { display: block; margin-bottom: 0.375rem; font-weight: 600; }
.field .hint, .field .wrong { margin: 0 0 0.375rem; }
p:empty { display: none; }
.notice { padding: 0.625rem 0.75rem; background: var(--tint); border-radius: 0.5rem; }
.wrong { color: var(--wrong); font-weight: 600; }
input {
  display: block;
  width: 100%;
  min-height: 2.875rem;
  padding: 0.5rem 0.75rem;
  background: var(--card);
  color: var(--text);
  border: 1px solid var(--control);
  border-radius: 0.5rem;
  font: inherit;
}
input[type='hidden'], input[hidden] { display: none; }
input:focus { border-color: var(--accent); outline: 3px solid var(--accent); outline-offset: 0; }
input[aria-invalid='true'] { border: 2px solid var(--wrong); }
input.code { max-width: 14rem; font-size: 1.25rem; letter-spacing: 0.12em; font-variant-numeric: tabular-nums; }
button {
  display: block;
  width: 100%;
  min-height: 2.875rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--control);
  border-radius: 0.5rem;
  background: var(--card);
  color: var(--text);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--tint); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
button[aria-disabled='true'] { cursor: progress; }
button.quiet {
  display: inline-block;
  width: auto;
  padding: 0.5rem 0;
  border: 0;
  background: none;
  color: var(--accent);
  font-weight: 400;
  text-align: left;
  text-decoration: underline;
  text-underline-offset: 0.15em;
}
button.quiet:hover { color: var(--accent-strong); }
.buttons { display: grid; gap: 0.75rem; }
@media (min-width: 32rem) { .buttons { grid-template-columns: 1fr 1fr; } }
.account {
  display: flex;
  flex-wrap: wrap;
  gap: 0.125rem 0.75rem;
  align-items: baseline;
  justify-content: space-between;
  margin-bottom: 1.5rem;
  padding: 0.625rem 0.75rem;
  background: var(--tint);
  border-radius: 0.5rem;
}
.account p, .account form { margin: 0; }
.secret { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: 1.0625rem; letter-spacing: 0.04em; }
.qr { width: 13rem; max-width: 100%; margin: 0 0 1rem; padding: 0; }
.qr svg { display: block; width: 100%; height: auto; border-radius: 0.5rem; }
.steps { padding-left: 1.5rem; }
.steps > li { margin: 0 0 1rem; }
.codes { display: grid; gap: 0.25rem; padding: 0.75rem 1rem; list-style: none; background: var(--tint); border-radius: 0.5rem; }

.or { display: flex; align-items: center; gap: 0.75rem; color: var(--soft); font-size: 0.9375rem; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--edge); }
.choices { list-style: none; padding: 0; display: grid; gap: 0.625rem; }
.choices li { margin: 0; }
.choice { text-align: left; padding: 0.625rem 0.875rem; }
.choice-title, .choice-note { display: block; }
.choice-note { color: var(--soft); font-size: 0.9375rem; font-weight: 400; }
.other { list-style: none; padding: 0; }
.other li { margin: 0.5rem 0; }
.last { margin: 1.25rem 0 0; padding-top: 0.75rem; border-top: 1px solid var(--edge); }
.last button.quiet { color: var(--soft); font-size: 0.9375rem; }
.reference { display: block; font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: 0.875rem; }
.summary { margin-bottom: 1.5rem; padding: 0.875rem 1rem; background: var(--wrong-tint); border: 2px solid var(--wrong); border-radius: 0.5rem; }
.summary h2 { margin: 0 0 0.25rem; }
.summary p { margin: 0; }
.summary a { color: var(--wrong); font-weight: 600; }
.card > :last-child { margin-bottom: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (forced-colors: active) { .card, .summary { border-color: CanvasText; } }
`;
