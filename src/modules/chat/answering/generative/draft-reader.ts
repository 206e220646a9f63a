import type { DraftSentence } from '../answer.types.js';
import { parseCitedText } from '../cited-text.js';

/** A line longer than this is read as if it had ended: no sentence of a manual is as long. Characters. */
const MAX_LINE = 4_000;

/** Reads sentences out of a text that comes in pieces. A line is what has ended for sure: one sentence, as a rule. */
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

  /** Those of the last line, when the text has ended as it should. */
  end(): DraftSentence[] {
    const rest = this.line;
    this.line = '';
    return sentencesOf(rest);
  }
}

/** Without the signs of Markdown that models decorate their lines with. */
function sentencesOf(line: string): DraftSentence[] {
  const plain = line.replace(/^\s*(?:[-*•]\s+|#+\s+|>\s+)+/u, '').replace(/\*\*|__|`/gu, '');
  return plain.trim() === '' ? [] : parseCitedText(plain);
}
