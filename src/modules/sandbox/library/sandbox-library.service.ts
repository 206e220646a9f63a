import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { OperatorError } from '../../../common/errors/operator-error.js';
import { effectivePermissions, type Principal } from '../../../common/principal/principal.js';
import { releaseVersion } from '../../../common/runtime/release.js';
import { EmbeddingModels } from '../../../integrations/embeddings/embedding-models.js';
import { JobQueue } from '../../../integrations/job-queue/job-queue.js';
import { SampleLibrary } from '../../documents/samples/sample-library.service.js';
import { DocumentCopies } from '../../ingestion/copies/document-copies.service.js';
import { OrganizationContents } from '../../organizations/contents/organization-contents.service.js';
import { OrganizationEraser } from '../../organizations/deletion/organization-eraser.service.js';
import { UserService } from '../../users/user.service.js';
import type { Sandbox } from '../sandbox.entity.js';
import { SandboxRepository } from '../sandbox.repository.js';

const WANTED = 'sandbox.library_wanted';
/** Longer than an upgrade takes. Milliseconds. */
const UPGRADE_MS = 7 * 24 * 3_600_000;
const NAME = 'Sample library';
const PLAN = 'enterprise';

/** Held while a sandbox is filled or emptied. */
export const contentLock = (organizationId: string): string => `sandbox ${organizationId}`;

/**
 * Fills sandboxes with the sample library. Its files are read once per installation and release, into an organization that nobody can
 * enter; sandboxes get copies of what was read.
 */
@Injectable()
export class SandboxLibrary implements OnModuleInit {
  private readonly log = new Logger(SandboxLibrary.name);

  constructor(
    private readonly sandboxes: SandboxRepository,
    private readonly samples: SampleLibrary,
    private readonly copies: DocumentCopies,
    private readonly contents: OrganizationContents,
    private readonly eraser: OrganizationEraser,
    private readonly accounts: UserService,
    private readonly models: EmbeddingModels,
    private readonly queue: JobQueue,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.queue.subscribe(WANTED, 'sandbox-libraries', { concurrency: 1 }, () => this.fillWaiting());
  }

  /** Fills the sandboxes that wait for it, in the background; those of the open transaction included. */
  want(): Promise<void> {
    return this.queue.publish(WANTED, {});
  }

  /** Also for sandboxes whose reset was interrupted. Reads the library first if this release has not. One that fails delays no other. */
  async fillWaiting(): Promise<void> {
    const waiting = await this.sandboxes.listFilling();
    if (waiting.length === 0) return;
    try {
      await this.readOnce();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      // Trying again would not help.
      this.log.error({ err: error }, 'the library of sandboxes cannot be read');
      for (const { organization_id, library_version } of waiting)
        await this.sandboxes.setLibrary(organization_id, 'failed', library_version);
      return;
    }
    for (const { organization_id } of waiting) {
      await this.db
        .withLock(contentLock(organization_id), () => this.fillIfWaiting(organization_id))
        .catch((error: unknown) => this.log.warn({ err: error, organization_id }, 'a sandbox could not be filled'));
    }
  }

  private async fillIfWaiting(organizationId: string): Promise<void> {
    const current = await this.sandboxes.find(organizationId);
    if (current?.library_state !== 'filling') return;
    if (current.library_version !== null) await this.contents.clear(organizationId);
    await this.fill(current);
  }

  /** Under the lock of its contents. @returns false when the library must be read first; {@link want} does */
  async fill({ organization_id }: Pick<Sandbox, 'organization_id'>): Promise<boolean> {
    const { version, files } = await this.wanted();
    const template = await this.findTemplate(version);
    if (!template) return false;
    await this.db.transaction(async () => {
      await this.copies.copy(template.organization_id, organization_id, files, true);
      await this.sandboxes.setLibrary(organization_id, 'ready', version);
    });
    return true;
  }

  /** Takes what another organization has just read of the library, instead of reading it for the sandboxes again. */
  async adopt(organizationId: string): Promise<void> {
    const { version, files } = await this.wanted();
    if (await this.findTemplate(version)) return;
    await this.db.transaction(async () => {
      const { organizationId: template } = await this.makeTemplate();
      await this.copies.copy(organizationId, template, files, false);
      await this.sandboxes.setLibrary(template, 'ready', version);
    });
  }

  /** @throws Error when another process reads it, and the job is then repeated; OperatorError for files that cannot be used */
  private async readOnce(): Promise<void> {
    const { version } = await this.wanted();
    if (await this.findTemplate(version)) return;
    await this.samples.verify();
    const isDone = await this.db.withLock('sandbox library', async () => {
      if (await this.findTemplate(version)) return true;
      for (const { organization_id } of (await this.sandboxes.listTemplates()).filter(isLeft)) {
        await this.eraser.eraseNow(organization_id);
      }
      const reader = await this.makeTemplate();
      await this.samples.file(reader);
      await this.sandboxes.setLibrary(reader.organizationId, 'ready', version);
      this.log.log({ version }, 'the library of sandboxes was read');
      return true;
    });
    if (isDone === null) throw new Error('another process reads the library of sandboxes');
  }

  /** @returns its service account, which files the library */
  private async makeTemplate(): Promise<Principal> {
    const { id } = await this.accounts.createOrganization(NAME, PLAN);
    await this.sandboxes.insert(id, null);
    const user = await this.accounts.createUser({
      organizationId: id,
      teamId: null,
      email: `library@${id.replace('_', '-')}.invalid`,
      name: NAME,
      role: 'api_user',
      grants: ['document.manage'],
      passwordHash: null,
    });
    return {
      userId: user.id,
      organizationId: id,
      teamId: null,
      role: user.role,
      plan: PLAN,
      organizationVersion: 0,
      permissions: effectivePermissions(user),
      credential: { type: 'session', sessionId: '', provenAt: null, mfaMissing: false },
    };
  }

  private async findTemplate(version: string): Promise<Sandbox | null> {
    const templates = await this.sandboxes.listTemplates();
    return templates.find((one) => one.library_state === 'ready' && one.library_version === version) ?? null;
  }

  /** A library that was read by another release or for another embedding model is read again. */
  private async wanted(): Promise<{ version: string; files: string[] }> {
    const { library, files } = await this.samples.contents();
    return { version: `${releaseVersion()} ${this.models.wanted.model} ${library}`, files };
  }
}

/** Of a process that died, or of a replaced release. During an upgrade both releases use theirs. */
function isLeft({ library_state, created_at }: Sandbox): boolean {
  return library_state !== 'ready' || created_at.getTime() < Date.now() - UPGRADE_MS;
}
