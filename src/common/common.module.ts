import { Global, Module, type DynamicModule, type ValueProvider } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { DataSource } from 'typeorm';
import { Authenticator } from './auth/authenticator.js';
import { SealedColumnRepository } from './crypto/sealed-column.repository.js';
import { SecretRotation } from './crypto/secret-rotation.js';
import { Secrets, type MasterKeySource } from './crypto/secrets.js';
import { Database } from './database/database.js';
import { SandboxEntrance } from './sandbox/sandbox-entrance.js';
import { Replicas } from './database/replicas.js';
import { Signals } from './database/signals.js';
import { DomainEvents } from './events/domain-events.js';
import { ArrivingBodies } from './connections/arriving-bodies.js';
import { CallerCount } from './auth/caller-count.js';
import { Draining } from './context/draining.js';
import { ExpensiveRequests } from './limits/expensive-requests.js';
import { LoadShedder } from './limits/load-shedder.js';
import { RATE_LIMIT_STORAGE, type RateLimitStorage } from './rate-limits/rate-limit-storage.js';
import { RouteTable } from './context/route-table.js';
import { RateLimiter } from './rate-limits/rate-limiter.js';
import { IdempotencyKeyRepository } from './idempotency/idempotency-key.repository.js';
import { KeysetPaginator } from './pagination/keyset-paginator.js';
import { MetricSamples } from './telemetry/metric-samples.js';
import { QueryLog } from './telemetry/query-log.js';

export interface CommonOptions {
  dataSource: DataSource;
  replicas: Replicas;
  masterKey: Buffer | MasterKeySource;
}

@Global()
@Module({})
export class CommonModule {
  static forRoot({ dataSource, replicas, masterKey }: CommonOptions): DynamicModule {
    const values: ValueProvider[] = [
      { provide: DataSource, useValue: dataSource },
      { provide: Replicas, useValue: replicas },
      { provide: Secrets, useValue: new Secrets(masterKey) },
      { provide: RouteTable, useValue: new RouteTable() },
    ];
    const shared = [
      Database,
      Signals,
      SealedColumnRepository,
      SecretRotation,
      DomainEvents,
      ArrivingBodies,
      LoadShedder,
      ExpensiveRequests,
      RateLimiter,
      Authenticator,
      SandboxEntrance,
      CallerCount,
      Draining,
      KeysetPaginator,
      IdempotencyKeyRepository,
      MetricSamples,
      QueryLog,
    ];
    return {
      module: CommonModule,
      imports: [
        // Throttler requires a named window. The limits come from the caller's plan.
        ThrottlerModule.forRootAsync({
          inject: [RATE_LIMIT_STORAGE],
          useFactory: (storage: RateLimitStorage) => ({
            throttlers: [{ name: 'hourly', ttl: 3_600_000, limit: 1 }],
            storage,
          }),
        }),
      ],
      providers: [...values, ...shared],
      exports: [...values.map(({ provide }) => provide), ...shared, ThrottlerModule],
    };
  }
}
