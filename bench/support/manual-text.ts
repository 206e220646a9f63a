import { randomNumbers, SyntheticText } from './synthetic-text.js';

/** General words, most frequent first; technical words follow them. */
const FUNCTION_WORDS =
  'the of and to in is on for with that be at by from not as it or are this when until before after each if all no'.split(
    ' ',
  );

const VOCABULARY = 30_000;
/** Draws that yield every common technical word and some hundreds of rare ones. */
const TRADE_DRAWS = 4_000;
const TOPICS = 256;
const WORDS_PER_TOPIC = 12;
/** Share of a passage's words that come from its topic. */
const TOPIC_SHARE = 0.25;
/** Zipf-Mandelbrot: the word of rank r has a frequency proportional to 1 / (r + SHIFT). */
const SHIFT = 2.7;

/**
 * Generates manual-like text with the word distribution of natural language. Each passage has a topic, whose words it
 * uses more often. The same seed gives the same text.
 */
export class ManualText {
  /** Names of the topics, four words each. */
  readonly topics: string[];
  private readonly random: () => number;
  private readonly words: string[];
  private readonly cumulative: Float64Array;
  private readonly topicWords: string[][];

  constructor(seed: number) {
    this.random = randomNumbers(seed);
    const maker = new SyntheticText(seed);
    const words = new Set(FUNCTION_WORDS);
    for (let n = 0; n < TRADE_DRAWS; n += 1) words.add(maker.word());
    // Rare words are compounds, which are numerous enough.
    while (words.size < VOCABULARY) words.add(maker.word() + maker.word());
    this.words = [...words];
    this.cumulative = new Float64Array(VOCABULARY);
    let sum = 0;
    for (let rank = 0; rank < VOCABULARY; rank += 1) this.cumulative[rank] = sum += 1 / (rank + SHIFT);
    this.topicWords = Array.from({ length: TOPICS }, () =>
      Array.from({ length: WORDS_PER_TOPIC }, () => this.contentWord()),
    );
    this.topics = this.topicWords.map((its) => its.slice(0, 4).join(' '));
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** 80 to 150 words in sentences; every third passage names a part. */
  passage(topic: number): string {
    const words: string[] = [];
    for (let left = 80 + this.below(71); left > 0;) {
      const length = Math.min(left, 8 + this.below(11));
      const sentence = Array.from({ length }, () => this.word(topic)).join(' ');
      words.push(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`);
      left -= length;
    }
    if (this.random() < 1 / 3) words.push(`Use part ${this.partNumber()}.`);
    return words.join(' ');
  }

  /** One of 50,000: each occurs in one or two of 200,000 passages. */
  partNumber(): string {
    return `TA${10 + this.below(50)}-${20_000 + this.below(1_000)}-1`;
  }

  /** Two to four words of one topic. */
  shortQuery(): string {
    const its = this.pick(this.topicWords);
    return Array.from({ length: 2 + this.below(3) }, () => this.pick(its)).join(' ');
  }

  /** 10 to 18 words, including function words. */
  question(): string {
    const topic = this.below(TOPICS);
    return `what is ${Array.from({ length: 8 + this.below(9) }, () => this.word(topic)).join(' ')}`;
  }

  private word(topic: number): string {
    return this.random() < TOPIC_SHARE ? this.pick(this.topicWords[topic]!) : this.words[this.rank()]!;
  }

  /** A content word with log-uniform rarity, without the rarest ones. */
  private contentWord(): string {
    const first = FUNCTION_WORDS.length;
    return this.words[Math.floor(first * (VOCABULARY / first) ** this.random())]!;
  }

  private rank(): number {
    const wanted = this.random() * this.cumulative[VOCABULARY - 1]!;
    let low = 0;
    for (let high = VOCABULARY - 1; low < high;) {
      const middle = (low + high) >> 1;
      if (this.cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Unit vectors in clusters. With `spread` 1, center and noise have equal weight. */
export class ClusteredVectors {
  private readonly random: () => number;

  constructor(
    seed: number,
    private readonly centres: readonly Float32Array[],
    private readonly spread = 0.8,
  ) {
    this.random = randomNumbers(seed);
  }

  near(cluster: number): Float32Array {
    const centre = this.centres[cluster]!;
    // Uniform numbers in [-1, 1) have a mean square of 1/3: this scales the noise to length `spread`.
    const scale = this.spread * Math.sqrt(3 / centre.length);
    const vector = centre.map((value) => value + (this.random() * 2 - 1) * scale);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  }
}
