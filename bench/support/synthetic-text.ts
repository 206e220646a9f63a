/** mulberry32: the same numbers in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const COMMON =
  `the of and to in is on for with that be remove install make sure do not before after torque bolt nut washer
  valve pump actuator hydraulic pressure landing gear brake wheel door panel access inspect check replace clean apply
  lubricate grease sealant connector wire harness circuit breaker engine fuel oil filter bleed air duct temperature
  sensor warning caution note refer chapter section figure table item part number left right forward aft upper lower
  bearing shaft seal ring bracket clamp tube hose fitting leak damage corrosion crack wear limit clearance tolerance
  system test ground power supply normal emergency switch position open close lock release safety pin tool kit`
    .split(/\s+/)
    .filter(Boolean);

const SYLLABLES = 'ba co de fi ga ho ki lu ma ne po qui ra se ti vo wa xe zo bra cle dri flo gre pli sta tra'.split(
  ' ',
);

const COMMON_SHARE = 0.8;
const RARE_WORDS = 8_000;

/** Text of common and rare technical words with a Zipf distribution. */
export class SyntheticText {
  private readonly random: () => number;
  private readonly rare: string[];

  constructor(seed: number) {
    this.random = randomNumbers(seed);
    this.rare = Array.from({ length: RARE_WORDS }, () =>
      Array.from({ length: 2 + this.below(3) }, () => SYLLABLES[this.below(SYLLABLES.length)]).join(''),
    );
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** One word. This share of common words gives about 1.6 word pieces per word, as in the sample library. */
  word(): string {
    if (this.random() < COMMON_SHARE) return COMMON[this.below(COMMON.length)]!;
    return this.rare[Math.floor(this.rare.length ** this.random()) - 1] ?? this.rare[0]!;
  }

  phrase(words: number): string {
    return Array.from({ length: words }, () => this.word()).join(' ');
  }

  /** Sentences of 8 to 18 words; some name a part or a chapter. */
  paragraph(sentences: number): string {
    return Array.from({ length: sentences }, () => {
      const text = this.phrase(8 + this.below(11));
      const extra = this.random() < 0.2 ? ` (P/N ${this.partNumber()})` : '';
      return `${text[0]!.toUpperCase()}${text.slice(1)}${extra}.`;
    }).join(' ');
  }

  partNumber(): string {
    return `${100 + this.below(900)}-${1000 + this.below(9000)}-${this.below(10)}`;
  }

  unitVector(dimensions: number): Float32Array {
    const vector = Float32Array.from({ length: dimensions }, () => this.random() - 0.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }
}
