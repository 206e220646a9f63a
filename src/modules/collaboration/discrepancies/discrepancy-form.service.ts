import { Injectable } from '@nestjs/common';
import type { FormContent } from '@amks/reader/drawing/form.js';
import { PageImageService } from '../../ingestion/page-images/page-image.service.js';
import type { DiscrepancyRow } from './discrepancy.repository.js';
import { PictureRepository } from './pictures/picture.repository.js';

/** The form of a report, for its author. */
@Injectable()
export class DiscrepancyForm {
  constructor(
    private readonly pictures: PictureRepository,
    private readonly drawing: PageImageService,
  ) {}

  /** A PDF. @throws AppError UNPROCESSABLE (not_drawable), SERVICE_UNAVAILABLE */
  async draw(report: DiscrepancyRow): Promise<Buffer> {
    const hashes = await this.pictures.listContent(report.id);
    return Buffer.from(await this.drawing.drawForm(report.id, contentOf(report), hashes));
  }
}

function contentOf(report: DiscrepancyRow): FormContent {
  const { document_title, document_number, version, page_number, author_reference, answer } = report;
  const fields: [label: string, text: string | null][] = [
    ['Report', report.id],
    ['Operator', report.organization_name],
    ['Document', document_title],
    ['Document number', document_number],
    ['Revision', version],
    ['Page', String(page_number)],
    ['Kind', report.kind],
    ['Severity', report.severity],
    ['Reported on', report.created_at.toISOString().slice(0, 10)],
    ['Answer due on', report.due_on],
    ["Author's reference", author_reference],
  ];
  return {
    title: 'Discrepancy report',
    fields: fields.flatMap(([label, text]) => (text === null ? [] : [{ label, text }])),
    sections: [
      { heading: 'Quotation', text: report.quote },
      { heading: 'Description', text: report.description },
      ...(answer === null ? [] : [{ heading: 'Answer of the author', text: answer }]),
    ],
    footer: report.id,
  };
}
