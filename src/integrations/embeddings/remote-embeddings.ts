import type { CreateEmbeddingResponse } from 'openai/resources/embeddings';
import { ModelEndpoint, type ModelEndpointOptions } from '../model-endpoint/model-endpoint.js';
import { modelCall } from '../model-endpoint/model-call.js';
import { ModelError } from '../model-endpoint/model-error.js';
import { estimateTokens, type OnTokenUse } from '../model-endpoint/token-use.js';
import { Embeddings } from './embeddings.js';
import { VectorCache } from './vector-cache.js';

export interface RemoteEmbeddingsOptions extends ModelEndpointOptions {
  model: string;
  dimensions: number;
  /** Texts per call (default 64). */
  batch?: number;
  /** Timeout of one attempt. Milliseconds (default 10 s). */
  timeoutMs?: number;
  /** Cached vectors of recent texts (default 1000). */
  cacheSize?: number;
  onUse?: OnTokenUse;
}

const DEFAULTS = { batch: 64, timeoutMs: 10_000, cacheSize: 1_000 };
/** Characters per text: about 2,000 tokens, which every model accepts. Passages are much shorter. */
const MAX_CHARACTERS = 8_000;

export class RemoteEmbeddings extends Embeddings {
  readonly model: string;
  readonly dimensions: number;
  readonly batch: number;
  private readonly settings: Required<Pick<RemoteEmbeddingsOptions, keyof typeof DEFAULTS>>;
  private readonly endpoint: ModelEndpoint;
  private readonly cache: VectorCache;
  private shortens = false;

  constructor(private readonly options: RemoteEmbeddingsOptions) {
    super();
    // Vectors that were shortened differently cannot be compared.
    this.model = `${options.model}@${options.dimensions}`;
    this.dimensions = options.dimensions;
    this.settings = { ...DEFAULTS, ...options };
    this.batch = this.settings.batch;
    this.endpoint = new ModelEndpoint(options);
    this.cache = new VectorCache(this.settings.cacheSize);
  }

  /** Whether it is called; false after repeated failures. */
  get ready(): boolean {
    return !this.endpoint.isResting;
  }

  /** @throws ModelError when a text has no usable vector */
  async embed(texts: string[], owner = ''): Promise<Float32Array[]> {
    const found = new Map<string, Float32Array>();
    for (const text of texts) {
      const known = this.cache.get(owner, text);
      if (known) found.set(text, known);
    }
    const missing = [...new Set(texts)].filter((text) => !found.has(text));
    for (let start = 0; start < missing.length; start += this.settings.batch) {
      const batch = missing.slice(start, start + this.settings.batch);
      const vectors = await modelCall('embedding', this.options.model, () => this.request(batch));
      batch.forEach((text, index) => {
        found.set(text, vectors[index]!);
        this.cache.set(owner, text, vectors[index]!);
      });
    }
    return texts.map((text) => found.get(text)!);
  }

  private async request(texts: string[]): Promise<Float32Array[]> {
    // Endpoints refuse empty texts.
    const input = texts.map((text) => wellFormed(text.slice(0, MAX_CHARACTERS)).trim() || '-');
    const { timeoutMs } = this.settings;
    return this.endpoint.call(async () => {
      const late = new AbortController();
      const timer = setTimeout(
        () => late.abort(new ModelError('timeout', 'the embedding model did not answer in time')),
        timeoutMs,
      );
      try {
        const answer = await this.ask(input, late.signal);
        const vectors = this.vectorsOf(answer, input.length);
        this.countTokens(answer, input);
        return vectors;
      } catch (error) {
        late.signal.throwIfAborted();
        throw error;
      } finally {
        clearTimeout(timer);
      }
    }, NEVER);
  }

  /** Only models with longer vectors are asked to shorten them; others refuse. */
  private async ask(input: string[], signal: AbortSignal): Promise<unknown> {
    const body = { model: this.options.model, input, encoding_format: 'float' as const };
    const { embeddings } = this.endpoint.client;
    if (!this.shortens) {
      const answer: Partial<CreateEmbeddingResponse> | null = await embeddings.create(body, { signal });
      const [first] = Array.isArray(answer?.data) ? answer.data : [];
      if (!Array.isArray(first?.embedding) || first.embedding.length <= this.dimensions) return answer;
      this.shortens = true;
    }
    return embeddings.create({ ...body, dimensions: this.dimensions }, { signal });
  }

  /** One unit vector per text, regardless of the order in the response. @throws ModelError */
  private vectorsOf(answer: unknown, count: number): Float32Array[] {
    const { data } = (answer ?? {}) as { data?: unknown };
    const rows = (Array.isArray(data) ? data : []) as { index?: unknown; embedding?: unknown }[];
    const vectors = new Map(rows.map((row) => [row?.index, unitVector(row?.embedding, this.dimensions)]));
    return Array.from({ length: count }, (_, index) => {
      const vector = vectors.get(index);
      if (!vector) throw new ModelError('broken', `the embedding model gave no vector of ${this.dimensions} numbers`);
      return vector;
    });
  }

  private countTokens(answer: unknown, input: string[]): void {
    const count = (answer as { usage?: { prompt_tokens?: unknown } }).usage?.prompt_tokens;
    const isCounted = Number.isSafeInteger(count) && (count as number) >= 0;
    this.options.onUse?.({
      prompt_tokens: isCounted ? (count as number) : estimateTokens(input),
      completion_tokens: 0,
      estimated: !isCounted,
    });
  }
}

/** Lone surrogates cannot be sent. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Callers wait for vectors; each attempt has its own timeout. */
const NEVER = new AbortController().signal;

/** The numbers scaled to length 1; null unless they are a vector of that many finite numbers. */
function unitVector(numbers: unknown, dimensions: number): Float32Array | null {
  if (!Array.isArray(numbers) || numbers.length !== dimensions || !numbers.every(Number.isFinite)) return null;
  const length = Math.hypot(...(numbers as number[]));
  return length > 0 && Number.isFinite(length)
    ? Float32Array.from(numbers as number[], (value) => value / length)
    : null;
}
