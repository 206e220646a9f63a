import type { Citation } from './answering/answer.types.js';
import { noticesOf } from './answer-review.js';
import type { ChatMessage } from './chat-message.entity.js';
import type { ChatSession } from './chat-session.entity.js';

/** What an answer is called that did not come to its end. */
const UNFINISHED: Partial<Record<ChatMessage['status'], string>> = {
  streaming: '*This answer was still being made.*',
  stopped: '*This answer was stopped before its end.*',
  failed: '*This answer could not be made.*',
};

/** Title and facts of a conversation, at the head of its file. */
export function conversationHead({ id, title, copilot_type, created_at }: ChatSession): string {
  return `# ${inline(title)}\n\nCopilot ${copilot_type}, conversation ${id}, begun ${created_at.toISOString()}\n`;
}

/**
 * A question, or an answer: its warnings first, then what it says, then its sources by their numbers, so that a printed page
 * can be checked against the manual. Nothing of it is markup, whatever manuals and people wrote.
 */
export function messageMarkdown(message: ChatMessage): string {
  const { role, created_at, status, warnings, citations } = message;
  const heading = `\n## ${role === 'user' ? 'Question' : 'Answer'}, ${created_at.toISOString()}\n`;
  const notices = warnings.map(({ kind, text, citation }) => `> **${kind}** ${inline(text)} \\[${citation}\\]\n`);
  const parts = [heading, ...notices, UNFINISHED[status] ?? '', text(message.content), sources(citations)];
  return parts.filter((part) => part !== '').join('\n') + '\n';
}

function sources(citations: readonly Citation[]): string {
  const lines = citations.map((citation) => {
    const { index, title, version, page_number, section, quote, content_sha256, superseded } = citation;
    const where = [title, version, `page ${page_number}`, section].filter((part) => part !== '').map(inline);
    const state = superseded ? ' **(superseded)**' : '';
    const newer = noticesOf(citation).map(({ document_number: number, title: name }) => inline(number ?? name));
    const notices = newer.length > 0 ? ` **(may be changed by ${newer.join(', ')})**` : '';
    return `- \\[${index}\\] ${where.join(', ')}${state}${notices}: “${inline(quote)}” (sha256 ${content_sha256})`;
  });
  return lines.length > 0 ? `\n### Sources\n\n${lines.join('\n')}` : '';
}

/** Lines stay lines. */
function text(content: string): string {
  return content
    .split('\n')
    .map((line) => inline(line))
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** On one line, with a backslash before every sign that Markdown could take for its own (CommonMark 0.31, 2.4). */
function inline(value: string): string {
  return value
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~&!]/g, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');
}
