import { evidenceNotice, evidencePassage } from '../../../../test/factories/evidence.factory.js';
import { wordEmbeddings } from '../../../../test/support/manuals/word-embeddings.js';
import type { AnswerRequest, AnswerSink, Citation } from './answer.types.js';
import { ExtractiveAnswerer } from './selection/extractive-answerer.js';
import { streamAnswer } from './answer-content.js';

const PAGE = 'Fastener | N·m\nAxle nut | 27\nBrake bolt | 40\nTorque the axle nut to 27 N·m.';
const NOTICES = [
  evidenceNotice('warning', 'WARNING: RELEASE THE PRESSURE.\nIT CAN KILL YOU.'),
  { ...evidenceNotice('caution', 'CAUTION: DO NOT DAMAGE THE THREADS.'), start: 200, end: 235 },
];

class Heard implements AnswerSink {
  readonly events: { kind: string; text: string }[] = [];
  constructor(private readonly onEvent: () => void = () => undefined) {}
  delta = (text: string): void => this.hear('delta', text);
  citation: AnswerSink['citation'] = ({ index }) => this.hear('citation', `[${index}]`);
  warning: AnswerSink['warning'] = ({ text }) => this.hear('warning', text);
  get content(): string {
    return this.events.map(({ kind, text }) => (kind === 'delta' ? text : '')).join('');
  }
  private hear(kind: string, text: string): void {
    this.events.push({ kind, text });
    this.onEvent();
  }
}

function ask(question: string, more: Partial<AnswerRequest>) {
  const evidence = [evidencePassage(PAGE, { notices: NOTICES, ocr_confidence: 70 })];
  const request = { question, history: [], copilot_type: 'mro', evidence };
  return new ExtractiveAnswerer(wordEmbeddings).answer({ ...request, ...more });
}

it('tells every citation once, also one that nothing names, and lines that end in several', () => {
  const citation = (index: number): Citation => ({ index }) as Citation;
  const sink = new Heard();
  const answer = {
    content: 'WARNING: HOT. [1]\n\nA. Open the valve. [2]\nB. Close it. [1][3]',
    citations: [1, 2, 3, 4].map(citation),
    warnings: [{ kind: 'warning' as const, text: 'WARNING: HOT.', citation: 1 }],
  };
  streamAnswer(answer, sink);
  expect(sink.content).toBe(answer.content);
  expect(sink.events.map(({ text }) => text.trim())).toEqual([
    ...[
      '[1]',
      'WARNING: HOT.',
      'WARNING: HOT. [1]',
      '[2]',
      'A. Open the valve. [2]',
      '[3]',
      'B. Close it. [1][3]',
      '[4]',
    ],
  ]);
});

describe('an answer that is followed', () => {
  it('is told whole, notices first, each citation before the text that names it', async () => {
    const sink = new Heard();
    const answer = await ask('What is the torque of the axle nut?', { sink });
    expect(answer.answer_status).toBe('grounded');
    expect(sink.content).toBe(answer.content);
    const firstStep = sink.events.findIndex(({ kind, text }) => kind === 'delta' && text.includes('27'));
    const lastNotice = sink.events.findLastIndex(({ kind }) => kind === 'warning');
    expect(lastNotice).toBeLessThan(firstStep);
    sink.events.forEach(({ kind, text }, place) => {
      for (const [marker] of kind === 'delta' ? text.matchAll(/\[\d+\]/gu) : []) {
        const told = sink.events.findIndex((event) => event.kind === 'citation' && event.text === marker);
        expect(told).toBeGreaterThanOrEqual(0);
        expect(told).toBeLessThan(place);
      }
    });
    expect(sink.events.filter(({ kind }) => kind === 'citation')).toHaveLength(answer.citations.length);
    expect(sink.events.filter(({ kind }) => kind === 'delta').length).toBeGreaterThan(3);
  });

  it('is told when it is a refusal', async () => {
    const sink = new Heard();
    const answer = await ask('Who won the world cup?', { sink });
    expect(sink.content).toBe(answer.content);
  });

  it('is not made for nobody', async () => {
    const sink = new Heard();
    const asked = ask('What is the torque of the axle nut?', { sink, signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(sink.events).toEqual([]);
  });

  it('stops where it is', async () => {
    const stop = new AbortController();
    const sink = new Heard(() => sink.events.length === 4 && stop.abort());
    const asked = ask('What is the torque of the axle nut?', { sink, signal: stop.signal });
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(sink.events.length).toBeLessThanOrEqual(5);
    const whole = await ask('What is the torque of the axle nut?', {});
    expect(whole.content.startsWith(sink.content)).toBe(true);
    expect(sink.content.length).toBeLessThan(whole.content.length);
  });
});
