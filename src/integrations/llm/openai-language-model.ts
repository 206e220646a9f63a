import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { ModelEndpoint, type ModelEndpointOptions } from '../model-endpoint/model-endpoint.js';
import { modelCall } from '../model-endpoint/model-call.js';
import { ModelError } from '../model-endpoint/model-error.js';
import { estimateTokens, type OnTokenUse } from '../model-endpoint/token-use.js';
import { LanguageModel, type Completion, type CompletionOptions, type CompletionRequest } from './language-model.js';
import { StreamTimeout } from './stream-timeout.js';

export interface OpenAiLanguageModelOptions extends ModelEndpointOptions {
  model: string;
  /** Timeouts for the first piece of text, including the connection, of each attempt; between pieces; of the whole call. Milliseconds. */
  firstTokenMs?: number;
  idleMs?: number;
  totalMs?: number;
  /** Maximum tokens of an answer. */
  maxTokens?: number;
  /** Receives the usage of each call, unfinished ones included. */
  onUse?: OnTokenUse;
}

const DEFAULTS = { firstTokenMs: 20_000, idleMs: 10_000, totalMs: 60_000, maxTokens: 1_200 };
/** Upper bound of the mean token length. Beyond it the model ignores its limit. */
const MAX_CHARACTERS_PER_TOKEN = 16;

type Settings = Required<Omit<OpenAiLanguageModelOptions, keyof ModelEndpointOptions | 'onUse'>>;

export class OpenAiLanguageModel extends LanguageModel {
  readonly model: string;
  private readonly settings: Settings;
  private readonly endpoint: ModelEndpoint;

  constructor(private readonly options: OpenAiLanguageModelOptions) {
    super();
    this.model = options.model;
    this.settings = { ...DEFAULTS, ...options };
    this.endpoint = new ModelEndpoint(options);
  }

  /** Retries only before the first piece of text. */
  async complete(request: CompletionRequest, { signal, onToken }: CompletionOptions = {}): Promise<Completion> {
    const total = new AbortController();
    const late = new ModelError('timeout', 'the model did not finish in time');
    const timer = setTimeout(() => total.abort(late), this.settings.totalMs);
    const ending = AbortSignal.any(signal ? [signal, total.signal] : [total.signal]);
    let hasBegun = false;
    let deaf: { error: unknown } | null = null;
    const tell = (text: string): void => {
      hasBegun = true;
      try {
        onToken?.(text);
      } catch (error) {
        deaf = { error };
        throw error;
      }
    };
    try {
      return await modelCall('llm', this.model, () =>
        this.endpoint.call(
          () => this.stream(request, ending, tell),
          ending,
          () => !hasBegun,
        ),
      );
    } catch (error) {
      // Not an error of the model.
      throw (deaf as { error: unknown } | null)?.error ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async stream(
    request: CompletionRequest,
    ending: AbortSignal,
    tell: (text: string) => void,
  ): Promise<Completion> {
    const maxTokens = Math.min(request.maxTokens ?? Infinity, this.settings.maxTokens);
    const timeout = new StreamTimeout(ending, this.settings);
    const read = new StreamReader(maxTokens * MAX_CHARACTERS_PER_TOKEN);
    try {
      const chunks = await this.endpoint.client.chat.completions.create(this.body(request, maxTokens), {
        signal: timeout.signal,
      });
      for await (const chunk of chunks) {
        const text = read.next(chunk);
        if (text === '') continue;
        timeout.renew();
        tell(text);
      }
      // The client ends an aborted stream without an error.
      timeout.signal.throwIfAborted();
      return { text: read.text, finish: read.finish(), usage: this.countTokens(request, read) };
    } catch (error) {
      if (read.hasBegun || read.usage) this.countTokens(request, read);
      timeout.signal.throwIfAborted();
      throw error;
    } finally {
      timeout.end();
    }
  }

  private body({ messages }: CompletionRequest, maxTokens: number): ChatCompletionCreateParamsStreaming {
    const { model } = this;
    const body = { model, messages, stream: true as const, stream_options: { include_usage: true } };
    // Newer models of OpenAI refuse these parameters.
    return new URL(this.options.baseUrl).hostname === 'api.openai.com'
      ? { ...body, max_completion_tokens: maxTokens }
      : { ...body, max_tokens: maxTokens, temperature: 0 };
  }

  private countTokens({ messages }: CompletionRequest, { text, usage }: StreamReader): Completion['usage'] {
    const use = usage
      ? { ...usage, estimated: false }
      : {
          prompt_tokens: estimateTokens(messages.map(({ content }) => content)),
          completion_tokens: estimateTokens([text]),
          estimated: true,
        };
    this.options.onUse?.(use);
    return use;
  }
}

/** Joins the chunks of an answer; anything outside of the protocol is an error. */
class StreamReader {
  text = '';
  hasBegun = false;
  usage: { prompt_tokens: number; completion_tokens: number } | null = null;
  private reason: string | null = null;

  constructor(private readonly maxCharacters: number) {}

  /** The text of a chunk. @throws ModelError */
  next(chunk: ChatCompletionChunk | null): string {
    const usage = chunk?.usage;
    if (usage && isCount(usage.prompt_tokens) && isCount(usage.completion_tokens)) this.usage = usage;
    const [choice] = Array.isArray(chunk?.choices) ? chunk.choices : [];
    if (!choice) return '';
    this.hasBegun = true;
    this.reason = choice.finish_reason ?? this.reason;
    if (choice.delta?.refusal || this.reason === 'content_filter') {
      throw new ModelError('withheld', 'the model refused to answer');
    }
    const text: unknown = choice.delta?.content ?? '';
    if (typeof text !== 'string') throw new ModelError('broken', 'the model returned something other than text');
    if (this.text.length + text.length > this.maxCharacters) {
      throw new ModelError('broken', 'the model exceeded the maximum length');
    }
    this.text += text;
    return text;
  }

  /** @throws ModelError for an unfinished answer */
  finish(): Completion['finish'] {
    if (this.reason === null || this.text.trim() === '') {
      throw new ModelError('broken', this.text === '' ? 'the model returned no text' : 'the answer was cut off');
    }
    return this.reason === 'length' ? 'length' : 'stop';
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
