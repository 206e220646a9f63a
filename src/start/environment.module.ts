import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Global, Module, type DynamicModule, type ValueProvider } from '@nestjs/common';
import { answersRequests, worksInBackground, type AppOptions } from './app-options.js';
import { CONSOLE_PATH, HAS_CONSOLE } from '../common/console-path.js';
import { APP_URL } from '../common/app-url.js';
import { ANSWERS_REQUESTS, BACKGROUND_WORK } from '../common/runtime/background-work.js';
import { EXPENSIVE_LIMITS, type ExpensiveLimits } from '../common/limits/expensive-requests.js';
import { LOAD_LIMITS, type LoadLimits } from '../common/limits/load-shedder.js';
import { PLAN_LIMITS, type PlanLimits } from '../common/rate-limits/rate-limiter.js';
import type { StreamOptions } from '../common/streams/stream-options.js';
import { LOG_QUERY_TEXT } from '../common/telemetry/query-log.js';
import { RELYING_PARTY, relyingParty } from '../modules/auth/mfa/webauthn/relying-party.js';
import { HASHING_PARAMETERS, type HashingParameters } from '../modules/auth/passwords/password-hasher.js';
import { SIGNING_KEY_DAYS } from '../modules/auth/tokens/key-rotation.js';
import { TOKEN_ISSUER } from '../modules/auth/tokens/token.service.js';
import { STREAM_OPTIONS } from '../modules/chat/streaming/stream-options.js';
import { DIGEST_INTERVAL_MS } from '../modules/collaboration/notifications/digest/digest-options.js';
import { NOTIFICATION_STREAM_OPTIONS } from '../modules/collaboration/notifications/stream/notification-stream-options.js';
import { BLOBS_VERIFIED_PER_DAY } from '../modules/documents/blobs/blob-verifier.js';
import { SAMPLE_LIBRARY } from '../modules/documents/samples/sample-library.service.js';
import { UPLOAD_LIMITS, type UploadLimits } from '../modules/documents/uploads/file-receiver.js';
import {
  DEFAULT_EXTRACTION_LIMITS,
  DEFAULT_OCR_LIMITS,
  DEFAULT_XML_LIMITS,
  type ArchiveLimits,
} from '@amks/reader/limits/extraction-limits.js';
import { INGESTION_OPTIONS, type IngestionOptions } from '../modules/ingestion/ingestion-options.js';
import type { DrawingOptions } from '../modules/ingestion/page-images/drawing-pool.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { PAGE_IMAGE_OPTIONS } from '../modules/ingestion/page-images/page-image.service.js';
import { MCP_ORIGINS } from '../modules/mcp/mcp-origins.js';
import { DELETION_DAYS } from '../modules/organizations/deletion/organization-deletion.service.js';
import { IMPORT_OPTIONS, type ImportOptions } from '../modules/documents/imports/sources/import-sources.service.js';
import { METRICS_OPTIONS, type MetricsOptions } from '../modules/health/metrics-options.js';
import { s3Credentials } from './blob-store.js';

/** Maximum pages that wait to be drawn: several screens of a reader. */
const PAGES_WAITING = 100;

/** Maximum uploads that wait for inspection. Each holds a connection and a temporary file. */
const UPLOADS_WAITING = 32;

/** Less than the idle timeouts of proxies. */
const STREAM_HEARTBEAT_MS = 15_000;

/** Provides each module with its settings from the environment. Customers' settings are in src/modules/settings. */
@Global()
@Module({})
export class EnvironmentModule {
  static forRoot(options: AppOptions): DynamicModule {
    const { env } = options;
    const background = worksInBackground(options);
    const planLimits: PlanLimits = {
      standard: env.RATE_LIMIT_STANDARD,
      professional: env.RATE_LIMIT_PROFESSIONAL,
      enterprise: env.RATE_LIMIT_ENTERPRISE,
    };
    const archive: ArchiveLimits = {
      max_entries: env.ARCHIVE_MAX_ENTRIES,
      max_name_length: env.ARCHIVE_MAX_NAME_LENGTH,
      max_unpacked_bytes: env.ARCHIVE_MAX_BYTES,
      max_entry_bytes: env.ARCHIVE_ENTRY_MAX_BYTES,
      max_ratio: env.ARCHIVE_MAX_RATIO,
    };
    const imports: ImportOptions = {
      limits: {
        ...archive,
        max_entries: env.IMPORT_MAX_FILES,
        max_unpacked_bytes: env.IMPORT_MAX_UNPACKED_BYTES,
        max_entry_bytes: env.UPLOAD_MAX_BYTES,
      },
      roots: env.IMPORT_ROOTS,
      credentials: s3Credentials(env),
    };
    const folder = path.join(env.DATA_DIR, 'parsing');
    const upload: UploadLimits = {
      max_bytes: env.UPLOAD_MAX_BYTES,
      max_import_bytes: env.IMPORT_MAX_BYTES,
      max_name_length: env.UPLOAD_MAX_NAME_LENGTH,
      archive,
      inspection: {
        timeout_ms: env.UPLOAD_INSPECTION_SECONDS * 1000,
        max_memory_bytes: env.UPLOAD_INSPECTION_MEMORY_MIB * 1024 ** 2,
        concurrency: env.UPLOAD_INSPECTION_CONCURRENCY,
        max_waiting: UPLOADS_WAITING,
        folder,
      },
    };
    const ingestion: IngestionOptions = {
      concurrency: background ? env.INGESTION_CONCURRENCY : 0,
      turn_ms: env.INGESTION_TURN_SECONDS * 1000,
      folder,
      limits: {
        ...DEFAULT_EXTRACTION_LIMITS,
        max_pages: env.INGESTION_MAX_PAGES,
        max_page_text_bytes: env.INGESTION_PAGE_TEXT_BYTES,
        max_file_text_bytes: env.INGESTION_FILE_TEXT_BYTES,
        page_timeout_ms: env.INGESTION_PAGE_SECONDS * 1000,
        file_timeout_ms: env.INGESTION_FILE_SECONDS * 1000,
        file_page_timeout_ms: env.INGESTION_FILE_SECONDS_PER_PAGE * 1000,
        max_memory_bytes: env.INGESTION_MEMORY_MIB * 1024 ** 2,
        archive,
        ocr: { ...DEFAULT_OCR_LIMITS, page_timeout_ms: env.INGESTION_OCR_PAGE_SECONDS * 1000 },
        html: { max_nesting: env.HTML_MAX_NESTING, max_elements: env.HTML_MAX_ELEMENTS },
        xml: {
          ...DEFAULT_XML_LIMITS,
          max_nesting: env.XML_MAX_NESTING,
          max_elements: env.XML_MAX_ELEMENTS,
          max_entity_characters: env.XML_MAX_ENTITY_CHARACTERS,
        },
      },
    };
    const pageImages: DrawingOptions = {
      concurrency: env.PAGE_IMAGE_CONCURRENCY || Math.max(1, availableParallelism() - 1),
      max_waiting: PAGES_WAITING,
      timeout_ms: env.PAGE_IMAGE_SECONDS * 1000,
      max_memory_bytes: env.PAGE_IMAGE_MEMORY_MIB * 1024 ** 2,
      folder,
    };
    const streams: StreamOptions = {
      per_user: env.CHAT_STREAMS_PER_USER,
      longest_ms: env.CHAT_STREAM_SECONDS * 1000,
      heartbeat_ms: STREAM_HEARTBEAT_MS,
    };
    const notificationStreams: StreamOptions = {
      per_user: env.NOTIFICATION_STREAMS_PER_USER,
      longest_ms: env.NOTIFICATION_STREAM_SECONDS * 1000,
      heartbeat_ms: STREAM_HEARTBEAT_MS,
    };
    const load: LoadLimits = {
      event_loop_ms: env.LOAD_SHED_EVENT_LOOP_MS,
      pool_wait_ms: env.LOAD_SHED_POOL_WAIT_MS,
      max_requests: env.LOAD_SHED_MAX_REQUESTS,
    };
    const expensive: ExpensiveLimits = {
      per_user: env.EXPENSIVE_REQUESTS_PER_USER,
      per_organization: env.EXPENSIVE_REQUESTS_PER_ORGANIZATION,
    };
    const publicUrl = env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`;
    const appUrl = env.APP_URL ?? `${publicUrl.replace(/\/+$/, '')}${env.CONSOLE === 'on' ? CONSOLE_PATH : ''}`;
    const hashing: HashingParameters = { memoryKib: env.ARGON2_MEMORY_KIB, passes: env.ARGON2_PASSES };
    const metrics: MetricsOptions = { token: env.METRICS_TOKEN, port: env.METRICS_PORT, host: env.METRICS_HOST };
    const providers: ValueProvider[] = [
      { provide: BACKGROUND_WORK, useValue: background },
      { provide: LOAD_LIMITS, useValue: load },
      { provide: EXPENSIVE_LIMITS, useValue: expensive },
      { provide: ANSWERS_REQUESTS, useValue: answersRequests(options) },
      { provide: PLAN_LIMITS, useValue: planLimits },
      { provide: TOKEN_ISSUER, useValue: publicUrl },
      { provide: SIGNING_KEY_DAYS, useValue: env.SIGNING_KEY_DAYS },
      { provide: APP_URL, useValue: appUrl.replace(/\/+$/, '') },
      { provide: HAS_CONSOLE, useValue: env.CONSOLE === 'on' },
      { provide: RELYING_PARTY, useValue: relyingParty(appUrl, publicUrl, env.WEBAUTHN_RP_ID, env.WEBAUTHN_ORIGINS) },
      { provide: HASHING_PARAMETERS, useValue: hashing },
      { provide: UPLOAD_LIMITS, useValue: upload },
      { provide: IMPORT_OPTIONS, useValue: imports },
      { provide: BLOBS_VERIFIED_PER_DAY, useValue: env.STORAGE_VERIFIED_PER_DAY },
      { provide: INGESTION_OPTIONS, useValue: ingestion },
      { provide: STREAM_OPTIONS, useValue: streams },
      { provide: NOTIFICATION_STREAM_OPTIONS, useValue: notificationStreams },
      { provide: SAMPLE_LIBRARY, useValue: path.resolve(projectRoot(), env.SANDBOX_LIBRARY) },
      { provide: DIGEST_INTERVAL_MS, useValue: env.DIGEST_INTERVAL_SECONDS * 1000 },
      { provide: PAGE_IMAGE_OPTIONS, useValue: pageImages },
      { provide: DELETION_DAYS, useValue: env.ORGANIZATION_DELETION_DAYS },
      { provide: METRICS_OPTIONS, useValue: metrics },
      { provide: MCP_ORIGINS, useValue: [new URL(publicUrl).origin, ...env.CORS_ORIGINS] },
      { provide: LOG_QUERY_TEXT, useValue: env.LOG_QUERY_TEXT },
    ];
    return { module: EnvironmentModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
