import { ApiProperty } from '@nestjs/swagger';
import { IngestionSummaryResponse } from '../../dto/document.response.js';
import type { ShownItem } from '../import-item.repository.js';
import type { ImportWithProgress } from '../import.repository.js';
import type { ImportError } from '../import.entity.js';
import { IMPORT_STATES, ITEM_STATES, type ImportState, type ItemState } from './import-states.js';

/** Files by what became of them. */
export class ImportCountsResponse {
  @ApiProperty({ type: 'integer' })
  total: number;
  @ApiProperty({ type: 'integer' })
  pending: number;
  @ApiProperty({ type: 'integer' })
  created: number;
  @ApiProperty({ type: 'integer' })
  revised: number;
  @ApiProperty({ type: 'integer' })
  unchanged: number;
  @ApiProperty({ type: 'integer' })
  failed: number;
  @ApiProperty({ type: 'integer' })
  canceled: number;
}

/** How far the documents of an import are read. */
export class ImportReadingResponse {
  @ApiProperty({ type: 'integer', description: 'Documents that are read' })
  ready: number;
  @ApiProperty({ type: 'integer', description: 'Documents that cannot be read' })
  failed: number;
  @ApiProperty({ type: 'integer', description: 'Documents that are still to be read' })
  waiting: number;
  @ApiProperty({ type: 'integer' })
  pages_done: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Average since the start; null before the first page' })
  pages_per_second: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Estimate until all documents are read, from the rate so far; null without one, and at the end',
  })
  seconds_left: number | null;
}

export class ImportErrorResponse implements ImportError {
  /** Stable code, such as `file_type` or `document_number_ambiguous`. */
  code: string;
  message: string;
}

/** An archive of files that become documents. */
export class ImportResponse {
  id: string;
  @ApiProperty({ enum: IMPORT_STATES, enumName: 'ImportState' })
  state: ImportState;
  dry_run: boolean;
  activate: boolean;
  /** Of the archive, or the last part of the source. */
  file_name: string;
  /** The folder or S3 prefix that the files come from; null for an archive. */
  @ApiProperty({ type: String, nullable: true })
  source: string | null;
  @ApiProperty({ type: 'integer', format: 'int64', description: 'Bytes of the archive; 0 for another source' })
  size: number;
  counts: ImportCountsResponse;
  reading: ImportReadingResponse;
  /** Why the import failed. */
  @ApiProperty({ type: ImportErrorResponse, nullable: true })
  error: ImportError | null;
  /** The user whose rights decide; null if removed. */
  @ApiProperty({ type: String, nullable: true })
  created_by: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  started_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the last file was filed' })
  filed_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finished_at: string | null;

  static from(row: ImportWithProgress): ImportResponse {
    return {
      id: row.id,
      state: row.state,
      dry_run: row.dry_run,
      activate: row.activate,
      file_name: row.file_name,
      source: row.source,
      size: Number(row.content_size),
      counts: row.summary.counts,
      reading: readingOf(row),
      error: row.error,
      created_by: row.created_by,
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      filed_at: row.filed_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
    };
  }
}

/** Progress of an import that is not finished. */
export class ImportProgressEvent {
  /** Number of the event in the stream. */
  id: string;
  @ApiProperty({ enum: ['progress'] })
  event: 'progress';
  data: ImportResponse;
}

/** Last event of the stream. */
export class ImportFinishedEvent {
  /** Number of the event in the stream. */
  id: string;
  @ApiProperty({ enum: ['finished'] })
  event: 'finished';
  data: ImportResponse;
}

/** Events of the stream of an import, by name. */
export const IMPORT_EVENTS = { progress: ImportProgressEvent, finished: ImportFinishedEvent };

function readingOf({ summary, started_at, finished_at }: ImportWithProgress): ImportReadingResponse {
  const { reading, counts } = summary;
  const seconds = started_at ? ((finished_at ?? new Date()).getTime() - started_at.getTime()) / 1000 : 0;
  const read = reading.ready + reading.failed;
  const isRunning = finished_at === null && seconds > 0;
  return {
    ...reading,
    pages_per_second: reading.pages_done > 0 ? Math.round((10 * reading.pages_done) / seconds) / 10 : null,
    // Pending files may be unchanged; the estimate counts them as new.
    seconds_left: isRunning && read > 0 ? Math.ceil(((reading.waiting + counts.pending) * seconds) / read) : null,
  };
}

/** Fields of the document of a file. Those of a file that is not filed are as they were given. */
export class ImportItemFieldsResponse {
  title?: string;
  document_type?: string;
  aircraft_type?: string;
  document_number?: string;
  ata_chapter?: string;
  version?: string;
  revision_date?: string;
  effectivity?: string;
  access?: string;
  team_id?: string;
}

/** A file of an import. */
export class ImportItemResponse {
  id: string;
  /** In the archive, or in the manifest. */
  path: string;
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, description: 'Unpacked bytes' })
  size: number | null;
  @ApiProperty({ enum: ITEM_STATES, enumName: 'ImportItemState' })
  state: ItemState;
  fields: ImportItemFieldsResponse;
  /** The document that the file became or equals; null in a dry run for a document that would be created. */
  @ApiProperty({ type: String, nullable: true })
  document_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  revision_id: string | null;
  /** The publication of a publication module; null for other files, and in a dry run for one that would be created. */
  @ApiProperty({ type: String, nullable: true })
  publication_id: string | null;
  /** Why the file was not filed, or why its revision stays a draft in an import with `activate`. */
  @ApiProperty({ type: ImportErrorResponse, nullable: true })
  error: ImportError | null;
  /** How far the revision is read; null without one, or if it was deleted. */
  @ApiProperty({ type: IngestionSummaryResponse, nullable: true })
  ingestion: IngestionSummaryResponse | null;

  static from(row: ShownItem): ImportItemResponse {
    const { id, path, size, state, fields, document_id, revision_id, publication_id, error } = row;
    return {
      ...{ id, path, size: size === null ? null : Number(size), state, fields },
      ...{ document_id, revision_id, publication_id, error },
      ingestion: row.ingestion_state && { state: row.ingestion_state, error: row.ingestion_error },
    };
  }
}
