import type { DraftSentence } from '../answer.types.js';
import { parseCitedText } from './cited-text.js';

/** Maximum characters of a line. A longer one is split. */
const MAX_LINE = 4_000;

/** Reads the sentences of a text that arrives in pieces. A sentence is complete at the end of its line. */
export class DraftReader {
  private line = '';

  /** The sentences that the piece completes. */
  push(piece: string): DraftSentence[] {
    const lines = (this.line + piece).split(/\r?\n/u);
    this.line = lines.pop() ?? '';
    if (this.line.length > MAX_LINE) {
      lines.push(this.line);
      this.line = '';
    }
    return lines.flatMap(sentencesOf);
  }

  end(): DraftSentence[] {
    const rest = this.line;
    this.line = '';
    return sentencesOf(rest);
  }
}

/** Removes Markdown that models add to lines. */
function sentencesOf(line: string): DraftSentence[] {
  const plain = line.replace(/^\s*(?:[-*•]\s+|#+\s+|>\s+)+/u, '').replace(/\*\*|__|`/gu, '');
  return plain.trim() === '' ? [] : parseCitedText(plain);
}
