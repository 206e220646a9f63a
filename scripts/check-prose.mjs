/**
 * Finds expressions that docs/style.md rules out; docs/style-words.json maps each to its replacement. Reads Markdown,
 * .env files, and comments and messages of sources. Skips code, quotations and strings of tests.
 *   node scripts/check-prose.mjs [PATH…]      files or folders; defaults to CHECKED
 *   node scripts/check-prose.mjs --comments   share of comment lines; fails above MAX_COMMENT_SHARE
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const CHECKED = [
  ...['README.md', 'CONTRIBUTING.md', '.env.example', 'docs'],
  ...['src', 'packages', 'scripts', 'test', 'bench', 'eval'],
];
const COUNTED = ['src', 'packages'];
const MAX_COMMENT_SHARE = 0.1;

/** Installed, built, generated or quoted text. */
const EXEMPT =
  /(^|\/)(node_modules|dist|\.git|samples|eval\/sets|bench\/sets|CHANGELOG\.md|sdk\/src\/schema\.ts)(\/|$)/;
/** Sources whose strings are data: texts of tests, words of manuals, instructions for a model. */
const DATA = /(^|\/)(test|bench|eval|language)\/|\/prompt\.ts$|\.spec\.ts$/;

const { SyntaxKind } = ts;
const isComment = (kind) => kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia;
const isString = (kind) =>
  kind === SyntaxKind.StringLiteral || (kind >= SyntaxKind.FirstTemplateToken && kind <= SyntaxKind.LastTemplateToken);
/** A slash after a value divides; elsewhere it starts a regular expression. */
const endsValue = (token) => /[\w$)\]}'"`]$/.test(token) && !/^(return|typeof|case|in|of|await|void)$/.test(token);
const MESSAGE = /^(?!.*\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WHERE)\b)[^\\]*\p{L}+,? \p{L}+,? \p{L}[^\\]*$/su;

/** Every token of a source, including comments and white space. */
function* tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const isTemplate = [];
  let previous = '';
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const isSlash = kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
    if (isSlash && !endsValue(previous)) kind = scanner.reScanSlashToken();
    if (kind === SyntaxKind.CloseBraceToken && isTemplate.pop()) kind = scanner.reScanTemplateToken(false);
    if (kind === SyntaxKind.TemplateHead || kind === SyntaxKind.TemplateMiddle) isTemplate.push(true);
    if (kind === SyntaxKind.OpenBraceToken) isTemplate.push(false);
    yield { kind, start: scanner.getTokenStart(), end: scanner.getTokenEnd() };
    if (kind > SyntaxKind.LastTriviaToken) previous = scanner.getTokenText();
  }
}

const blank = (text) => text.replace(/[^\n]/g, ' ');
/** Blanks out code, quotations, link targets and the asterisks of comments. */
const withoutQuotations = (text) =>
  text.replace(/`[^`]*`|"[^"\n]*"|“[^”]*”|\]\([^)\s]*\)|\{@link [^}]*\}|<[^>\n]*>|\bhttps?:\S+|^\s*\*/gm, blank);

/** The prose of a file with everything else blanked out, which keeps positions. */
function proseOf(file, text) {
  if (file.endsWith('.md')) return withoutQuotations(text.replace(/^ *```[\s\S]*?^ *```$|^ *>.*$/gm, blank));
  if (!/\.(ts|mjs|cjs)$/.test(file)) return text.replace(/^(?!# ).*$/gm, blank).replace(/^#/gm, ' ');
  const parts = [];
  for (const { kind, start, end } of tokensOf(text)) {
    const part = text.slice(start, end);
    const isMessage = isString(kind) && !DATA.test(file) && MESSAGE.test(part);
    if (isMessage) parts.push(` ${withoutQuotations(part.slice(1, -1))} `);
    else parts.push(isComment(kind) ? withoutQuotations(part) : blank(part));
  }
  return parts.join('');
}

function filesOf(name) {
  if (EXEMPT.test(name)) return [];
  if (statSync(name).isFile()) return [name];
  return readdirSync(name, { withFileTypes: true }).flatMap((entry) => {
    const below = path.join(name, entry.name);
    return entry.isDirectory() || /\.(md|ts|mjs|cjs)$|^\.env/.test(entry.name) ? filesOf(below) : [];
  });
}

function findings(names) {
  const words = Object.entries(JSON.parse(readFileSync('docs/style-words.json', 'utf8')));
  const alternatives = words.map(([expression]) => `(${expression.replaceAll(' ', '\\s+')})`).join('|');
  const pattern = new RegExp(`(?<![\\w@/.$-])(?:${alternatives})(?![\\w/-]|\\.\\w)`, 'gi');
  return names.flatMap(filesOf).flatMap((file) => {
    const prose = proseOf(file, readFileSync(file, 'utf8'));
    return [...prose.matchAll(pattern)].map((match) => {
      const [, suggestion] = words[match.slice(1).findIndex((group) => group !== undefined)];
      const line = prose.slice(0, match.index).split('\n').length;
      return `${file}:${line}: ${match[0].replace(/\s+/g, ' ')} → ${suggestion}`;
    });
  });
}

/** Number of lines that contain only comments, and of all lines. */
function commentLines(text) {
  const at = ts.computeLineStarts(text);
  const rows = ['comment', 'code'].map(() => new Set());
  for (const { kind, start, end } of tokensOf(text)) {
    if (kind <= SyntaxKind.LastTriviaToken && !isComment(kind)) continue;
    const last = ts.computeLineOfPosition(at, end - 1);
    for (let row = ts.computeLineOfPosition(at, start); row <= last; row++) rows[isComment(kind) ? 0 : 1].add(row);
  }
  return { comments: [...rows[0]].filter((row) => !rows[1].has(row)).length, all: at.length - 1 };
}

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const names = process.argv.slice(2);
if (names[0] === '--comments') {
  const counts = (names.length > 1 ? names.slice(1) : COUNTED)
    .filter(existsSync)
    .flatMap(filesOf)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => commentLines(readFileSync(file, 'utf8')));
  const [comments, all] = ['comments', 'all'].map((key) => counts.reduce((sum, count) => sum + count[key], 0));
  console.log(`${comments} of ${all} lines are comments: ${((comments / all) * 100).toFixed(1)} %`);
  if (comments / all > MAX_COMMENT_SHARE) process.exitCode = 1;
} else {
  const found = findings(names.length > 0 ? names : CHECKED);
  for (const finding of found) console.log(finding);
  if (found.length > 0) process.exitCode = 1;
}
