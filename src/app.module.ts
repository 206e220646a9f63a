import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccessGuard } from './common/auth/access.guard.js';
import { AuthenticationGuard } from './common/auth/authentication.guard.js';
import { CommonModule } from './common/common.module.js';
import { createReplicas } from './start/data-source.js';
import { ErrorFilter } from './common/http/error.filter.js';
import { BodyGuard } from './common/connections/body.guard.js';
import { EnvelopeInterceptor } from './common/http/envelope.interceptor.js';
import { ExpensiveInterceptor } from './common/limits/expensive.interceptor.js';
import { SandboxGuard } from './common/sandbox/sandbox.guard.js';
import { RateLimitGuard } from './common/limits/rate-limit.guard.js';
import { UndeclaredInputGuard } from './common/validation/undeclared-input.guard.js';
import { createValidationPipe } from './common/validation/validation.pipe.js';
import type { AppOptions } from './start/app-options.js';
import { ScheduledJobs } from './start/scheduled-jobs.js';
import { IntegrationsModule } from './start/integrations.module.js';
import { ApplicabilityModule } from './modules/applicability/applicability.module.js';
import { DirectiveModule } from './modules/directives/directive.module.js';
import { AssignmentModule } from './modules/assignments/assignment.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { ChatModule } from './modules/chat/chat.module.js';
import { CollaborationModule } from './modules/collaboration/collaboration.module.js';
import { DocumentModule } from './modules/documents/document.module.js';
import { FleetModule } from './modules/fleet/fleet.module.js';
import { HealthModule } from './modules/health/health.module.js';
import { TemporaryRevisionModule } from './modules/documents/temporary-revisions/temporary-revision.module.js';
import { PublicationModule } from './modules/documents/publications/publication.module.js';
import { ImportModule } from './modules/documents/imports/import.module.js';
import { IngestionModule } from './modules/ingestion/ingestion.module.js';
import { SearchModule } from './modules/search/search.module.js';
import { OfflineModule } from './modules/offline/offline.module.js';
import { OAuthModule } from './modules/oauth/oauth.module.js';
import { OrganizationSettingsModule } from './modules/settings/organization-settings.module.js';
import { OrganizationModule } from './modules/organizations/organization.module.js';
import { DeprecationInterceptor } from './modules/usage/deprecations/deprecation.interceptor.js';
import { SandboxModule } from './modules/sandbox/sandbox.module.js';
import { UsageModule } from './modules/usage/usage.module.js';
import { UserModule } from './modules/users/user.module.js';
import { McpModule } from './modules/mcp/mcp.module.js';
import { PartModule } from './modules/parts/part.module.js';
import { TaskModule } from './modules/tasks/task.module.js';
import { WebhookModule } from './modules/webhooks/webhook.module.js';
import { EnvironmentModule } from './start/environment.module.js';

/** Everything that surrounds every route, in the order in which it runs. There is no other list. */
const GLOBAL: Provider[] = [
  { provide: APP_GUARD, useClass: AuthenticationGuard },
  // Before the refusals, which are put on record: a record is made only for what is counted.
  { provide: APP_GUARD, useClass: RateLimitGuard },
  { provide: APP_GUARD, useClass: AccessGuard },
  { provide: APP_GUARD, useClass: SandboxGuard },
  { provide: APP_GUARD, useClass: BodyGuard },
  { provide: APP_GUARD, useClass: UndeclaredInputGuard },
  { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
  { provide: APP_INTERCEPTOR, useClass: ExpensiveInterceptor },
  { provide: APP_INTERCEPTOR, useClass: DeprecationInterceptor },
  { provide: APP_PIPE, useFactory: createValidationPipe },
  { provide: APP_FILTER, useClass: ErrorFilter },
];

@Module({})
export class AppModule {
  static forRoot(options: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EnvironmentModule.forRoot(options),
        CommonModule.forRoot({ ...options, replicas: createReplicas(options.env) }),
        IntegrationsModule.forRoot(options),
        AuditModule,
        UserModule,
        OrganizationSettingsModule,
        AuthModule,
        OAuthModule,
        FleetModule,
        DocumentModule,
        ImportModule,
        PublicationModule,
        TemporaryRevisionModule,
        ApplicabilityModule,
        TaskModule,
        PartModule,
        DirectiveModule,
        IngestionModule,
        SearchModule,
        CollaborationModule,
        AssignmentModule,
        OfflineModule,
        ChatModule,
        McpModule,
        WebhookModule,
        UsageModule,
        OrganizationModule,
        SandboxModule,
        HealthModule,
      ],
      providers: [...GLOBAL, ScheduledJobs],
    };
  }
}
