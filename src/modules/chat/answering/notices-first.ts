import type { AnswerWarning } from './answer.types.js';

const KINDS: readonly AnswerWarning['kind'][] = ['warning', 'caution', 'reading'];

/** Warnings before cautions, whenever they were told; then what was read from pictures. */
export function inOrder(warnings: readonly AnswerWarning[]): AnswerWarning[] {
  return KINDS.flatMap((kind) => warnings.filter((warning) => warning.kind === kind));
}

/** A notice as it stands in the content of an answer. */
export function noticeLine({ text, citation }: AnswerWarning): string {
  return `${text} [${citation}]`;
}

/** The content of an answer: its notices, then what it says. */
export function noticesFirst(warnings: readonly AnswerWarning[], body: string): string {
  return [inOrder(warnings).map(noticeLine).join('\n'), body].filter(Boolean).join('\n\n');
}
