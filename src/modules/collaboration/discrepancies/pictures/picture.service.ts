import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Database } from '../../../../common/database/database.js';
import { AppError } from '../../../../common/errors/app-error.js';
import type { ByteRange } from '../../../../common/files/byte-range.js';
import { newId } from '../../../../common/ids/type-id.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { BlobNotFoundError } from '../../../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../../../integrations/storage/blob-storage.js';
import type { PictureRequest } from '../../../documents/dto/picture.request.js';
import { DiscrepancyService } from '../discrepancy.service.js';
import type { DiscrepancyPicture } from './picture.entity.js';
import { PictureRepository } from './picture.repository.js';

const MAX_PICTURES = 10;

/** Pictures of reports. Those who can change a report add and delete them. */
@Injectable()
export class DiscrepancyPictures {
  constructor(
    private readonly pictures: PictureRepository,
    private readonly reports: DiscrepancyService,
    private readonly storage: BlobStorage,
    private readonly db: Database,
  ) {}

  /** @throws AppError NOT_FOUND, FORBIDDEN (not_reporter), CONFLICT (not_open, too_many_pictures) */
  add(principal: Principal, reportId: string, { file }: PictureRequest): Promise<DiscrepancyPicture> {
    return this.db.transaction(async () => {
      const report = await this.reports.lock(principal, reportId);
      this.reports.requireEditor(principal, report);
      if (report.pictures.length >= MAX_PICTURES) {
        const message = `A report can have ${MAX_PICTURES} pictures`;
        throw AppError.conflict('too_many_pictures', message, { max: MAX_PICTURES });
      }
      const { sha256, size, media_type, file_name } = file;
      const picture: DiscrepancyPicture = {
        ...{ id: newId('discrepancy_picture'), discrepancy_id: reportId, content_sha256: sha256, size, media_type },
        ...{ file_name, created_by: principal.userId, created_at: new Date() },
      };
      await this.pictures.insert(picture);
      await this.reports.record('discrepancy.picture_added', report, { picture_id: picture.id });
      return picture;
    });
  }

  /** @throws AppError NOT_FOUND */
  async get(principal: Principal, reportId: string, id: string): Promise<DiscrepancyPicture> {
    await this.reports.get(principal, reportId);
    const picture = await this.pictures.find(reportId, id);
    if (!picture) throw AppError.notFound('picture');
    return picture;
  }

  /** @throws AppError NOT_FOUND if the storage lost the file */
  async open({ content_sha256 }: DiscrepancyPicture, range?: ByteRange): Promise<Readable> {
    try {
      return await this.storage.open(content_sha256, range);
    } catch (error) {
      throw error instanceof BlobNotFoundError ? AppError.notFound('content') : error;
    }
  }

  /** @throws AppError NOT_FOUND, FORBIDDEN (not_reporter), CONFLICT (not_open) */
  async remove(principal: Principal, reportId: string, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const report = await this.reports.lock(principal, reportId);
      if (!report.pictures.some((picture) => picture.id === id)) throw AppError.notFound('picture');
      this.reports.requireEditor(principal, report);
      await this.pictures.delete(id);
      await this.reports.record('discrepancy.picture_removed', report, { picture_id: id });
    });
  }
}
