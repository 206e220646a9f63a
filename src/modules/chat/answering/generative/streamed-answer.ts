import type { AnswerSink, AnswerWarning, Citation, DraftSentence } from '../answer.types.js';
import { inOrder, noticeLine, noticesFirst } from '../answer-content.js';
import type { ReadPassage } from '../evidence/injected-text.js';
import { isSameQuote } from '../checks/quote.js';
import { answerOf, checkSentences, type KeptSentence } from '../checks/safe-answer.js';

/** Maximum sentences of a draft. Limits the time of the checks. */
const MAX_SENTENCES = 150;

/** Every sentence passes the checks of `enforceSafeAnswer` before it is streamed. Citations are numbered in that order. */
export class StreamedAnswer {
  readonly citations: Citation[] = [];
  dropped = 0;
  private readonly kept: KeptSentence[] = [];
  private readonly lines: string[] = [];
  private readonly told: AnswerWarning[] = [];
  private heard = 0;

  constructor(
    private readonly sources: readonly ReadPassage[],
    private readonly sink: AnswerSink | undefined,
  ) {}

  get isEmpty(): boolean {
    return this.lines.length === 0;
  }

  get warnings(): AnswerWarning[] {
    return inOrder(this.told);
  }

  get content(): string {
    return noticesFirst(this.told, this.lines.join('\n'));
  }

  /** Streams the sentence after its new notices, or drops it. */
  add(sentence: DraftSentence): void {
    this.heard += 1;
    const { kept } = this.heard > MAX_SENTENCES ? { kept: [] } : checkSentences([sentence], this.sources, this.kept);
    if (kept.length === 0) {
      this.dropped += 1;
      return;
    }
    this.kept.push(...kept);
    const safe = answerOf(kept);
    const notices = safe.warnings.map(noticeLine).join('\n');
    const body = safe.content.slice(notices.length).trim();
    const numbers = new Map(safe.citations.map((citation) => [citation.index, this.cite(citation)]));
    const fresh = safe.warnings
      .map((warning) => ({ ...warning, citation: numbers.get(warning.citation) ?? 0 }))
      .filter((warning) => !this.told.some((told) => isSame(told, warning)));
    const line = body.replace(/(?:\[\d+\])+$/u, (markers) =>
      markers.replace(/\d+/gu, (index) => String(numbers.get(Number(index)) ?? 0)),
    );
    this.tell(fresh, line === '' || this.lines.includes(line) ? null : line);
  }

  private tell(warnings: AnswerWarning[], line: string | null): void {
    const hasSaid = this.told.length + this.lines.length > 0;
    for (const warning of warnings) {
      this.told.push(warning);
      this.sink?.warning(warning);
    }
    const parts = [warnings.map(noticeLine).join('\n'), line ?? ''].filter(Boolean);
    if (parts.length > 0) {
      const isNext = warnings.length === 0 && this.lines.length > 0;
      this.sink?.delta((hasSaid ? (isNext ? '\n' : '\n\n') : '') + parts.join('\n\n'));
    }
    if (line !== null) this.lines.push(line);
  }

  /** The number of a citation, which is streamed the first time. */
  private cite(citation: Citation): number {
    const known = this.citations.find((told) => isSameQuote(told, citation));
    if (known) return known.index;
    const told = { ...citation, index: this.citations.length + 1 };
    this.citations.push(told);
    this.sink?.citation(told);
    return told.index;
  }
}

function isSame(a: AnswerWarning, b: AnswerWarning): boolean {
  return a.kind === 'reading' || b.kind === 'reading'
    ? a.kind === b.kind && a.citation === b.citation
    : a.text.replace(/\s+/gu, ' ') === b.text.replace(/\s+/gu, ' ');
}
