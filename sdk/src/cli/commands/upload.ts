import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Schema } from '../../index.js';
import { defineCommand, given, type Options, type Values } from '../command.js';
import { connect } from '../connection.js';
import { EXIT, UsageError } from '../exit.js';
import { bytes } from '../import/reporter.js';
import { interruptible } from '../interruption.js';
import type { Terminal } from '../terminal.js';
import { countedFetch } from '../upload-progress.js';

const LOOK_MS = 500;

const OPTIONS = {
  title: { type: 'string', value: 'TEXT', summary: 'title (the name of the file)' },
  type: { type: 'string', value: 'TYPE', summary: 'document type, such as AMM' },
  aircraft: { type: 'string', value: 'TYPE', summary: 'aircraft type, such as A320' },
  version: { type: 'string', value: 'TEXT', summary: 'revision, such as 14' },
  'revision-date': { type: 'string', value: 'DATE', summary: 'such as 2026-03-01' },
  number: { type: 'string', value: 'TEXT', summary: 'document number' },
  ata: { type: 'string', value: 'NUMBER', summary: 'ATA chapter' },
  effectivity: { type: 'string', value: 'TEXT', summary: 'what it applies to' },
  access: { type: 'string', value: 'ACCESS', summary: 'who can see it', choices: ['organization', 'team'] },
  team: { type: 'string', value: 'ID', summary: 'team that owns it' },
  'on-duplicate': {
    ...{ type: 'string', value: 'ACT', default: 'error', choices: ['error', 'skip', 'revision'] },
    summary: 'if the same file is stored already',
  },
  'no-wait': { type: 'boolean', summary: 'ends when the file is stored, before it is read' },
} as const satisfies Options;

export const commands = [
  defineCommand({
    name: 'upload',
    summary: 'stores a document and waits until it is read',
    details: 'Exit code 1: the file is stored, but cannot be read. For a folder, use amk import.',
    positionals: [{ name: 'FILE' }],
    options: OPTIONS,
    action: async ({ values, positionals: [file = ''], connection, terminal }) => {
      const blob = await blobOf(file);
      const showSent = (sent: number): void =>
        terminal.progress(`Sending ${bytes(sent)} of ${bytes(blob.size)} (${Math.floor((100 * sent) / blob.size)} %)`);
      const { client } = connect(
        connection,
        terminal.showsProgress ? { fetch: countedFetch(blob.size, showSent) } : {},
      );
      return interruptible('Interrupted. A file that is stored is still read', async (signal) => {
        const body = { ...fieldsOf(values), file: new File([blob], path.basename(file)) };
        const { data } = await client.POST('/documents', { body: body, signal });
        if (!values['no-wait']) await untilRead(client, data.id, terminal, signal);
        const { data: document } = await client.GET('/documents/{id}', { params: { path: { id: data.id } }, signal });
        show(document, terminal);
        return document.ingestion.state === 'failed' ? EXIT.failed : EXIT.done;
      });
    },
  }),
];

type CreateDocument = Schema<'CreateDocumentRequest'>;

function fieldsOf(values: Values<typeof OPTIONS>): Partial<CreateDocument> {
  return given({
    ...{ title: values.title, document_type: values.type as Schema<'DocumentType'> | undefined },
    ...{ aircraft_type: values.aircraft, version: values.version, revision_date: values['revision-date'] },
    ...{ document_number: values.number, ata_chapter: values.ata, effectivity: values.effectivity },
    ...{ access: values.access as Schema<'DocumentAccess'> | undefined, team_id: values.team },
    on_duplicate: values['on-duplicate'] as Schema<'OnDuplicate'>,
  });
}

async function blobOf(file: string): Promise<Blob> {
  const found = await stat(file).catch((error: unknown) => {
    throw new UsageError(`The file cannot be read: ${(error as Error).message}`);
  });
  if (!found.isFile()) throw new UsageError(`${file} is no file. For a folder, use amk import`);
  return openAsBlob(file);
}

async function untilRead(client: Client, id: string, terminal: Terminal, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { data } = await client.GET('/documents/{id}/ingestion', { params: { path: { id } }, signal });
    if (data.state === 'ready' || data.state === 'failed') return terminal.progress('');
    const { pages_done: done, pages_total: total } = data;
    terminal.progress(total === null ? `Reading: ${data.state}` : `Reading page ${done} of ${total}`);
    await sleep(LOOK_MS, undefined, { signal });
  }
}

function show(document: Schema<'DocumentResponse'>, terminal: Terminal): void {
  if (terminal.isJson) return terminal.document(document);
  const { id, title, ingestion, page_count } = document;
  terminal.line(`${id}  ${title}  ${ingestion.state}${page_count === null ? '' : `, ${page_count} pages`}`);
  if (ingestion.error) terminal.note(`${ingestion.error.code}: ${ingestion.error.message}`);
}
