import { randomNumbers, SyntheticText } from './synthetic-text.js';

/** Words of texts about everything, most frequent first; those of the trade follow them. */
const FUNCTION_WORDS =
  'the of and to in is on for with that be at by from not as it or are this when until before after each if all no'.split(
    ' ',
  );

const VOCABULARY = 30_000;
/** Enough to draw each common word of the trade and some hundreds of rare ones. */
const TRADE_DRAWS = 4_000;
const TOPICS = 256;
const WORDS_PER_TOPIC = 12;
/** Share of a passage's words that come from its topic. */
const TOPIC_SHARE = 0.25;
/** Zipf-Mandelbrot: the word of rank r is used in proportion to 1 / (r + SHIFT). */
const SHIFT = 2.7;

/**
 * Manual-like text whose words are as unevenly spread as those of real language: a few stand in every passage, most in a
 * handful. Each passage belongs to a topic, whose words it uses more than others do. The same seed gives the same text.
 */
export class ManualText {
  /** Names of the topics, of four words each. */
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
    // The rarer ones are compounds: there are enough of them.
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

  /** One of 50,000: each stands in one or two of 200,000 passages. */
  partNumber(): string {
    return `TA${10 + this.below(50)}-${20_000 + this.below(1_000)}-1`;
  }

  /** What a technician types: two to four words of one matter. */
  shortQuery(): string {
    const its = this.pick(this.topicWords);
    return Array.from({ length: 2 + this.below(3) }, () => this.pick(its)).join(' ');
  }

  /** A whole question of 10 to 18 words, function words included. */
  question(): string {
    const topic = this.below(TOPICS);
    return `what is ${Array.from({ length: 8 + this.below(9) }, () => this.word(topic)).join(' ')}`;
  }

  private word(topic: number): string {
    return this.random() < TOPIC_SHARE ? this.pick(this.topicWords[topic]!) : this.words[this.rank()]!;
  }

  /** Not a function word, and seldom one of the rarest: as often log-uniformly rare as common. */
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

/** Unit vectors in clusters, as those of passages are: `spread` 1 puts as much chance as centre into a vector. */
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
    // Even numbers in [-1, 1) have a mean square of 1/3: times this, chance is as long as `spread`.
    const scale = this.spread * Math.sqrt(3 / centre.length);
    const vector = centre.map((value) => value + (this.random() * 2 - 1) * scale);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  }
}
