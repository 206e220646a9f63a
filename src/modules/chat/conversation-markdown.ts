import { changesOfPage } from '../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { Citation } from './answering/answer.types.js';
import { noticesOf } from './answer-review.js';
import type { ChatMessage } from './chat-message.entity.js';
import type { ChatSession } from './chat-session.entity.js';

/** Labels of answers that did not complete. */
const UNFINISHED: Partial<Record<ChatMessage['status'], string>> = {
  streaming: '*This answer was still being made.*',
  stopped: '*This answer was stopped before its end.*',
  failed: '*This answer could not be made.*',
};

/** Title and facts of a conversation, at the head of its file. */
export function conversationHead({ id, title, copilot_type, created_at }: ChatSession): string {
  return `# ${inline(title)}\n\nCopilot ${copilot_type}, conversation ${id}, begun ${created_at.toISOString()}\n`;
}

/** A question, or an answer with warnings first and numbered sources last. Text of manuals and users is escaped. */
export function messageMarkdown(message: ChatMessage): string {
  const { role, created_at, status, warnings, citations, aircraft } = message;
  const heading = `\n## ${role === 'user' ? 'Question' : 'Answer'}, ${created_at.toISOString()}\n`;
  const notices = warnings.map(({ kind, text, citation }) => `> **${kind}** ${inline(text)} \\[${citation}\\]\n`);
  const names = [aircraft?.registration ?? [], aircraft?.serial_number ? `MSN ${aircraft.serial_number}` : []].flat();
  const about = aircraft ? `For ${names.map(inline).join(', ')}` : '';
  const parts = [heading, about, ...notices, UNFINISHED[status] ?? '', text(message.content), sources(citations)];
  return parts.filter((part) => part !== '').join('\n') + '\n';
}

function sources(citations: readonly Citation[]): string {
  const lines = citations.map((citation) => {
    const { index, title, version, page_number, section, quote, content_sha256, superseded } = citation;
    const where = [title, version, `page ${page_number}`, section].filter((part) => part !== '').map(inline);
    const state = superseded ? ' **(superseded)**' : '';
    const newer = noticesOf(citation).map(({ document_number: number, title: name }) => inline(number ?? name));
    const notices = newer.length > 0 ? ` **(may be changed by ${newer.join(', ')})**` : '';
    const disputed = (citation.discrepancies ?? []).length > 0 ? ' **(open discrepancy)**' : '';
    const overlaid = changesOfPage(citation.temporary_revisions ?? []).map(({ number }) => inline(number));
    const changed = overlaid.length > 0 ? ` **(changed by ${overlaid.join(', ')})**` : '';
    return `- \\[${index}\\] ${where.join(', ')}${state}${notices}${changed}${disputed}: “${inline(quote)}” (sha256 ${content_sha256})`;
  });
  return lines.length > 0 ? `\n### Sources\n\n${lines.join('\n')}` : '';
}

/** Keeps line breaks. */
function text(content: string): string {
  return content
    .split('\n')
    .map((line) => inline(line))
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** On one line, with a backslash before every character that Markdown could interpret (CommonMark 0.31, 2.4). */
function inline(value: string): string {
  return value
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~&!]/g, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');
}
