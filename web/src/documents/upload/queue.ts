import type { Schema } from 'aviation-maintenance-knowledge-client';
import { useSyncExternalStore } from 'react';
import { signInAgain } from '../../api.js';
import { FIELD_NAMES, given, NO_VALUES, type FieldName, type FieldValues } from '../field-values.js';
import { fieldsOfName } from './file-name.js';
import { sendingClient } from './transfer.js';

type Document = Schema<'DocumentResponse'>;

/** A file on its way to the service. */
export interface Upload {
  id: number;
  file: File;
  fields: FieldValues;
  state: 'ready' | 'waiting' | 'sending' | 'refused' | 'sent';
  /** From 0 to 1. */
  sent: number;
  error: Error | null;
  document: Document | null;
  onDuplicate: 'error' | 'revision';
}

export const MAIN_FIELDS: readonly FieldName[] = ['title', 'document_type', 'aircraft_type', 'version'];
/** Uploads at the same time. */
const AT_ONCE = 2;

/** Required fields without a value. */
export const missingFields = (upload: Upload): FieldName[] =>
  requiredFields(upload).filter((name) => upload.fields[name].trim() === '');

/** Data modules state theirs in their head. */
export const requiredFields = ({ file }: Pick<Upload, 'file'>): readonly FieldName[] =>
  /\.xml$/i.test(file.name) ? [] : MAIN_FIELDS;

/** The files to upload. They outlive the screens, so that files can be dropped on another one. */
class UploadQueue {
  private uploads: readonly Upload[] = [];
  private next = 1;
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<number, AbortController>();

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly list = (): readonly Upload[] => this.uploads;

  /** @param known aircraft in use, which names of files may have */
  add(files: readonly File[], known: readonly string[]): void {
    const added = files.map((file): Upload => {
      const fields = { ...NO_VALUES, ...fieldsOfName(file.name, known) };
      const start = { state: 'ready', sent: 0, error: null, document: null, onDuplicate: 'error' } as const;
      return { id: this.next++, file, fields, ...start };
    });
    this.show([...this.uploads, ...added]);
  }

  edit(id: number, part: Partial<FieldValues>): void {
    const { fields } = this.uploads.find((upload) => upload.id === id)!;
    this.change(id, { fields: { ...fields, ...part } });
  }

  /** Fields that the files have in common. */
  editAll(part: Partial<FieldValues>): void {
    for (const { id, state } of this.uploads) if (state === 'ready' || state === 'refused') this.edit(id, part);
  }

  remove(id: number): void {
    this.running.get(id)?.abort();
    this.show(this.uploads.filter((upload) => upload.id !== id));
  }

  /** Keeps the file and its fields, to be started again. */
  cancel(id: number): void {
    const transfer = this.running.get(id);
    if (transfer) transfer.abort();
    else this.change(id, { state: 'ready' });
  }

  stop(): void {
    // Those that wait first: the end of an upload starts the next one.
    for (const { id } of this.uploads.filter(({ state }) => state === 'waiting')) this.cancel(id);
    for (const id of this.running.keys()) this.cancel(id);
  }

  start(id: number, onDuplicate: Upload['onDuplicate'] = 'error'): void {
    this.change(id, { state: 'waiting', error: null, sent: 0, onDuplicate });
    this.pump();
  }

  /** Those that were not started yet. Incomplete ones wait for their user. */
  startAll(): void {
    for (const upload of this.uploads.filter(({ state }) => state === 'ready')) {
      if (missingFields(upload).length === 0) this.start(upload.id);
      else this.change(upload.id, { state: 'refused', error: null });
    }
  }

  private pump(): void {
    for (const upload of this.uploads.filter(({ state }) => state === 'waiting')) {
      if (this.running.size >= AT_ONCE) return;
      void this.send(upload);
    }
  }

  private async send({ id, file, fields, onDuplicate }: Upload): Promise<void> {
    const transfer = new AbortController();
    this.running.set(id, transfer);
    this.change(id, { state: 'sending' });
    try {
      const client = sendingClient((sent) => this.change(id, { sent }));
      const body = { ...given(fields, FIELD_NAMES), on_duplicate: onDuplicate, file };
      const { data } = await client.POST('/documents', {
        body: body as Schema<'CreateDocumentRequest'>,
        signal: transfer.signal,
      });
      this.change(id, { state: 'sent', sent: 1, document: data });
    } catch (error) {
      if (transfer.signal.aborted) this.change(id, { state: 'ready', sent: 0 });
      else {
        this.change(id, { state: 'refused', error: error as Error });
        signInAgain(error as Error);
      }
    } finally {
      this.running.delete(id);
      this.pump();
    }
  }

  private change(id: number, part: Partial<Upload>): void {
    this.show(this.uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  }

  private show(uploads: readonly Upload[]): void {
    this.uploads = uploads;
    for (const listener of this.listeners) listener();
  }
}

export const queue = new UploadQueue();

export const useUploads = (): readonly Upload[] => useSyncExternalStore(queue.listen, queue.list);

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';
