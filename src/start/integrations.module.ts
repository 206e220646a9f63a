import path from 'node:path';
import { Global, Injectable, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { worksInBackground, type AppOptions } from './app-options.js';
import { blobStore } from './blob-store.js';
import { connectionOptions } from '../common/database/connection-options.js';
import { Database } from '../common/database/database.js';
import { DomainEvents } from '../common/events/domain-events.js';
import {
  MemoryThrottlerStorage,
  RATE_LIMIT_STORAGE,
  type RateLimitStorage,
} from '../common/rate-limits/rate-limit-storage.js';
import { MetricSamples } from '../common/telemetry/metric-samples.js';
import type { Env } from '../config/env.js';
import { databaseOptions } from './data-source.js';
import { EmbeddingModels } from '../integrations/embeddings/embedding-models.js';
import { LocalEmbeddings } from '../integrations/embeddings/local-embeddings.js';
import type { RemoteEmbeddings } from '../integrations/embeddings/remote-embeddings.js';
import { FileCache } from '../integrations/file-cache/file-cache.js';
import { sampleJobs } from '../integrations/job-queue/job-metrics.js';
import { JobQueue } from '../integrations/job-queue/job-queue.js';
import { LanguageModel } from '../integrations/llm/language-model.js';
import { Mailer } from '../integrations/mailer/mailer.js';
import { OutboxMailer } from '../integrations/mailer/outbox-mailer.js';
import { MalwareScanner } from '../integrations/malware-scan/malware-scanner.js';
import { NameResolver } from '../integrations/outbound-http/name-resolver.js';
import { OutboundHttp } from '../integrations/outbound-http/outbound-http.js';
import { Outbox } from '../integrations/outbox/outbox.js';
import { SearchIndex } from '../integrations/search-index/search-index.js';
import { HttpSmsSender } from '../integrations/sms/http-sms-sender.js';
import { OutboxSmsSender, SmsSender } from '../integrations/sms/sms-sender.js';
import { AccountedBlobStorage } from '../integrations/storage/accounted-blob-storage.js';
import { BlobStorage } from '../integrations/storage/blob-storage.js';
import { BlobRepository } from '../integrations/storage/blob.repository.js';
import { sampleDisk } from '../integrations/storage/disk.js';
import { DeprecatedCalls } from '../integrations/metering/deprecated-calls.js';
import { TokenMeter } from '../integrations/metering/token-meter.js';
import { UsageMeter } from '../integrations/metering/usage-meter.js';

/** Closes threads and files at shutdown. */
@Injectable()
class IntegrationsCloser implements OnApplicationShutdown {
  constructor(
    private readonly embeddings: LocalEmbeddings,
    private readonly index: SearchIndex,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.embeddings.close();
    await this.index.close();
  }
}

function scannerOf({ CLAMAV_URL: address }: Env): MalwareScanner | null {
  return address && new MalwareScanner({ address });
}

/** The configured language model, or null. */
async function languageModel(env: Env, meter: TokenMeter): Promise<LanguageModel | null> {
  if (env.LLM_BASE_URL === null) return null;
  const { OpenAiLanguageModel } = await import('../integrations/llm/openai-language-model.js');
  const totalMs = env.LLM_TIMEOUT_SECONDS * 1000;
  return new OpenAiLanguageModel({
    baseUrl: env.LLM_BASE_URL,
    apiKey: env.LLM_API_KEY,
    model: env.LLM_MODEL,
    totalMs,
    concurrency: env.LLM_CONCURRENCY,
    maxWaiting: 4 * env.LLM_CONCURRENCY,
    onUse: (use) => meter.count('llm', env.LLM_MODEL, use),
  });
}

/** The configured embedding model, or null. */
async function remoteEmbeddings(env: Env, meter: TokenMeter): Promise<RemoteEmbeddings | null> {
  if (env.EMBEDDING_BASE_URL === null) return null;
  const { RemoteEmbeddings } = await import('../integrations/embeddings/remote-embeddings.js');
  return new RemoteEmbeddings({
    baseUrl: env.EMBEDDING_BASE_URL,
    apiKey: env.EMBEDDING_API_KEY,
    model: env.EMBEDDING_MODEL,
    dimensions: env.EMBEDDING_DIMENSIONS,
    onUse: (use) => meter.count('embedding', env.EMBEDDING_MODEL, use),
  });
}

/** Request counters in the Redis of REDIS_URL, or in this process. */
async function rateLimitStorage(env: Env): Promise<RateLimitStorage> {
  if (env.REDIS_URL === null) return new MemoryThrottlerStorage();
  const { createRedisClient } = await import('../integrations/redis/redis-client.js');
  const { RedisThrottlerStorage } = await import('../integrations/redis/redis-throttler-storage.js');
  return new RedisThrottlerStorage(createRedisClient(env.REDIS_URL), env.REDIS_PREFIX);
}

/** The mail server of MAIL_URL, or the outbox. */
async function mailer(env: Env, outbox: Outbox): Promise<Mailer> {
  if (!env.MAIL_URL) return new OutboxMailer(outbox);
  const { SmtpMailer } = await import('../integrations/mailer/smtp-mailer.js');
  return new SmtpMailer({ server: env.MAIL_URL, from: env.MAIL_FROM });
}

/**
 * External systems of the modules, ready before requests are answered, except the embedding model. Implementations are selected here; large clients are
 * loaded only if used, which saves a sixth of a start.
 */
@Global()
@Module({})
export class IntegrationsModule {
  static forRoot(options: AppOptions): DynamicModule {
    const { env, databaseUrl } = options;
    const logger = new Logger('Embeddings');
    const indexLogger = new Logger('SearchIndex');
    const names = new NameResolver(env.DNS_SERVERS ?? undefined);
    return {
      module: IntegrationsModule,
      providers: [
        {
          provide: LocalEmbeddings,
          useFactory: () => {
            const embeddings = new LocalEmbeddings({
              stampFile: path.join(env.DATA_DIR, 'embedding-model.verified'),
              onError: (error) => logger.error(error),
            });
            // Without its model the service runs, searches by words only, and reports it in /readyz.
            embeddings.start().catch((error: unknown) => logger.error(error));
            return embeddings;
          },
        },
        {
          provide: EmbeddingModels,
          inject: [LocalEmbeddings, TokenMeter],
          useFactory: async (local: LocalEmbeddings, meter: TokenMeter) =>
            new EmbeddingModels(local, await remoteEmbeddings(env, meter)),
        },
        {
          provide: SearchIndex,
          useFactory: async () => {
            const index = new SearchIndex({
              folder: path.join(env.DATA_DIR, 'index'),
              memoryBytes: env.SEARCH_INDEX_MEMORY_BYTES,
              onError: (error) => indexLogger.error(error),
            });
            await index.start();
            return index;
          },
        },
        TokenMeter,
        UsageMeter,
        DeprecatedCalls,
        {
          provide: LanguageModel,
          inject: [TokenMeter],
          useFactory: (meter: TokenMeter) => languageModel(env, meter),
        },
        {
          provide: AccountedBlobStorage,
          inject: [BlobRepository, DomainEvents, MetricSamples],
          useFactory: async (accounts: BlobRepository, events: DomainEvents, samples: MetricSamples) => {
            const store = await blobStore(env);
            await store.prepare();
            sampleDisk(env.DATA_DIR, env.STORAGE_RESERVE_BYTES, samples);
            return new AccountedBlobStorage(store, accounts, events, scannerOf(env));
          },
        },
        {
          provide: FileCache,
          useValue: new FileCache({
            folder: env.CACHE_DIR,
            maxBytes: env.CACHE_MAX_BYTES,
          }),
        },
        { provide: BlobStorage, useExisting: AccountedBlobStorage },
        BlobRepository,
        {
          provide: JobQueue,
          inject: [Database, MetricSamples],
          useFactory: async (db: Database, samples: MetricSamples) => {
            const connection = { connectionString: databaseUrl, ...connectionOptions(databaseOptions(env)) };
            const queue = new JobQueue(db, connection, worksInBackground(options));
            await queue.start();
            sampleJobs(db, samples);
            return queue;
          },
        },
        {
          provide: Outbox,
          useFactory: async () => {
            const unset = [...(env.MAIL_URL ? [] : ['MAIL_URL']), ...(env.SMS_URL ? [] : ['SMS_URL'])];
            const outbox = new Outbox(path.join(env.DATA_DIR, 'outbox'), unset);
            await outbox.prepare();
            return outbox;
          },
        },
        {
          provide: Mailer,
          inject: [Outbox],
          useFactory: (outbox: Outbox) => mailer(env, outbox),
        },
        {
          provide: SmsSender,
          inject: [Outbox],
          useFactory: (outbox: Outbox) =>
            env.SMS_URL ? new HttpSmsSender({ gateway: env.SMS_URL, from: env.SMS_FROM }) : new OutboxSmsSender(outbox),
        },
        { provide: RATE_LIMIT_STORAGE, useFactory: () => rateLimitStorage(env) },
        { provide: NameResolver, useValue: names },
        {
          provide: OutboundHttp,
          useValue: new OutboundHttp({
            allowLoopback: env.OUTBOUND_ALLOW_LOOPBACK,
            resolve: (host) => names.resolve(host),
          }),
        },
        IntegrationsCloser,
      ],
      exports: [
        EmbeddingModels,
        LanguageModel,
        TokenMeter,
        UsageMeter,
        DeprecatedCalls,
        SearchIndex,
        BlobStorage,
        AccountedBlobStorage,
        BlobRepository,
        FileCache,
        JobQueue,
        Mailer,
        SmsSender,
        RATE_LIMIT_STORAGE,
        NameResolver,
        OutboundHttp,
      ],
    };
  }
}
