import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listBackups } from '../../../src/backup/backup-folder.js';
import { WebhookFactory, WEBHOOK_TEST_KEY } from '../../factories/webhook.factory.js';
import type { Json } from '../api/api-client.js';
import { runTool, type ToolResult } from '../service/command-line.js';
import { readyManual, uploadManual, wheelManual } from '../manuals/manual.js';
import { SecondFactors, type EnrolledApp } from '../sign-in/second-factors.js';
import { startWorld, type SignedIn, type TestWorld } from '../service/test-world.js';
import { until } from '../until.js';
import { startWebhookReceiver, type WebhookReceiver } from '../peers/webhook-receiver.js';

/** The master key of the service that is saved. */
export const SCENE_KEY = WEBHOOK_TEST_KEY;
/** How it runs, and what is restored of it. */
export const SCENE_SERVICE = { OUTBOUND_ALLOW_LOOPBACK: 'true', SECRET_KEY: SCENE_KEY };

/** A service that is backed up while people use it and work is in progress. */
export class BackupScene {
  receiver!: WebhookReceiver;
  admin!: SignedIn;
  withApp!: SignedIn & { app: EnrolledApp };
  apiKey!: string;
  /** Of {@link document}, as it was uploaded. */
  manual!: Buffer;
  document!: Json;
  /** A document that is waiting to be read. */
  unread!: Json;
  /** An event whose first delivery was refused. */
  event!: string;
  /** Comments whose creation was answered before the backup began. */
  comments!: string[];
  /** A refresh token that was exchanged for that of {@link withApp} after the backup. */
  laterToken!: string;
  /** What the backup said. */
  made!: ToolResult;

  private constructor(
    readonly world: TestWorld,
    /** A folder for files of the tests. */
    readonly scratch: string,
  ) {}

  static async start(): Promise<BackupScene> {
    const scratch = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'backup-'));
    // Nobody listens there: mail waits to be tried again.
    const env = { ...SCENE_SERVICE, MAIL_URL: 'smtp://127.0.0.1:1' };
    const scene = new BackupScene(await startWorld({ env }), scratch);
    scene.receiver = await startWebhookReceiver();
    await scene.settle();
    await scene.leaveWork();
    await scene.saveInUse();
    return scene;
  }

  /** The folder of backups; the scene's is the only one in it. */
  get backups(): string {
    return path.join(this.scratch, 'backups');
  }

  async backup(): Promise<string> {
    return path.join(this.backups, (await listBackups(this.backups))[0]!);
  }

  backUp(to: string, ...args: string[]): Promise<ToolResult> {
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = this.world.service;
    return runTool('backup', ['--to', to, ...args], { SECRET_KEY: SCENE_KEY, DATABASE_URL, DATA_DIR });
  }

  newFolder(name: string): Promise<string> {
    return mkdtemp(path.join(this.scratch, `${name}-`));
  }

  async stop(): Promise<void> {
    await this.world.stop();
    await this.receiver.stop();
    await rm(this.scratch, { recursive: true, force: true });
  }

  private async settle(): Promise<void> {
    const { world } = this;
    this.admin = await world.signIn({ role: 'admin' });
    const organization = { id: this.admin.user.organizationId };
    this.withApp = await new SecondFactors(world).userWithApp({ organization });
    ({ key: this.apiKey } = await world.identity.apiKey(this.admin.user));
    this.manual = await wheelManual();
    this.document = await readyManual(this.admin.api, this.manual);
  }

  /** A delivery and a mail whose first attempt failed. */
  private async leaveWork(): Promise<void> {
    const { sql, api } = this.world;
    const { organizationId: id, email } = this.admin.user;
    await this.receiver.answer('/hook', { status: 500 }, {});
    const webhooks = new WebhookFactory(sql);
    const endpoint = await webhooks.endpoint(`${this.receiver.url}/hook`, { organization: { id } });
    [this.event = ''] = await webhooks.tell(endpoint);
    await until(
      () => webhooks.deliveries(endpoint),
      ([delivery]) => delivery?.attempts === 1 && delivery.state === 'pending',
    );
    expect((await api.post('/auth/password/forgot', { email })).status).toBe(202);
    await until(
      () => sql.query(`SELECT 1 FROM jobs.job WHERE name = 'account-mails' AND state = 'retry'`),
      (rows) => rows.length > 0,
    );
  }

  private async saveInUse(): Promise<void> {
    // The reader blocks before its first page during the backup.
    const holder = await this.world.sql.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE pages IN SHARE MODE');
    const text = Buffer.from('HYDRAULIC RESERVOIR\n\nFill it with SKYDROL-LD4.');
    this.unread = await uploadManual(this.admin.api, text, {}, 'fluid.txt');
    const comments: string[] = [];
    let stopped = false;
    const writing = (async () => {
      while (!stopped) comments.push(await this.comment());
    })();
    await until(
      () => Promise.resolve(comments.length),
      (count) => count > 5,
    );
    this.comments = [...comments];
    this.made = await this.backUp(this.backups);
    stopped = true;
    await writing;
    await holder.query('ROLLBACK');
    holder.release();
    const { body } = await this.world.api.post('/auth/refresh', { refresh_token: this.withApp.refreshToken });
    this.laterToken = body.data.refresh_token as string;
  }

  private async comment(): Promise<string> {
    const path = `/documents/${this.document.id}/comments`;
    const { status, body } = await this.admin.api.post(path, { page_number: 1, body: 'Seen again.' });
    expect(status).toBe(201);
    return body.data.id as string;
  }
}
