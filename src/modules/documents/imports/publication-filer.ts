import { Injectable } from '@nestjs/common';
import type { Publication } from '@amks/reader/s1000d/publication-members.js';
import type { Principal } from '../../../common/principal/principal.js';
import type { CreateDocumentRequest } from '../dto/document.request.js';
import { issueExists, PublicationIntake } from '../publications/publication-intake.js';
import { numberOf } from '../uploads/module-fields.js';
import type { FileFields } from './dto/import.request.js';
import { ImportItemRepository, type ItemOutcome } from './import-item.repository.js';
import type { Import } from './import.entity.js';

/** Turns publication modules of an import into publications. */
@Injectable()
export class PublicationFiler {
  constructor(
    private readonly items: ImportItemRepository,
    private readonly publications: PublicationIntake,
  ) {}

  /** @throws as {@link PublicationIntake.file} */
  async settle(
    made: Import,
    request: CreateDocumentRequest,
    module: Publication,
    principal: Principal,
  ): Promise<Pick<ItemOutcome, 'state' | 'publication_id'>> {
    const { title, file, access, team_id } = request;
    const issue = { module, title, file, access, team_id };
    if (!made.dry_run) return this.publications.file(principal, issue);
    // The publications of earlier files are not there.
    if (await this.items.hasContent(made.id, file.sha256)) return { state: 'unchanged' };
    const number = numberOf(module.head);
    const earlier = await this.items.listPublicationIssues(made.id, number);
    if (earlier.includes(request.version)) throw issueExists();
    const known = await this.publications.findNumbered(principal, number);
    if (!known && earlier.length > 0) return { state: 'revised' };
    const filed = await this.publications.file(principal, issue);
    return known ? filed : { state: filed.state };
  }
}

/** The fields of a publication: a document has more. */
export function publicationFields(fields: FileFields): FileFields {
  const { title, document_number, version, revision_date, access, team_id } = fields;
  return { title, document_number, version, revision_date, access, team_id };
}
