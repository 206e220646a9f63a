import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/auth/principal.js';
import { DocumentService } from '../../documents/document.service.js';
import type { ChangeNotice } from '../search.types.js';
import { inStage } from '../stage-timings.js';
import { ChangeRepository } from './change.repository.js';
import type { ChangeSubject } from './change-subject.js';

/** Points from what was found to newer service bulletins and airworthiness directives that the caller may see. */
@Injectable()
export class ChangeFinder {
  constructor(
    private readonly documents: DocumentService,
    private readonly changes: ChangeRepository,
  ) {}

  /** By the subjects' keys; nothing for those that no bulletin concerns. One statement, however many subjects. */
  async find(principal: Principal, subjects: readonly ChangeSubject[]): Promise<Map<string, ChangeNotice[]>> {
    if (subjects.length === 0) return new Map();
    return inStage('changes', () =>
      this.changes.find(principal.organizationId, this.documents.visibleTo(principal), subjects),
    );
  }
}
