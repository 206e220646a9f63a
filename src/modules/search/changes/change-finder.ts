import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { DocumentService } from '../../documents/document.service.js';
import type { ChangeNotice } from '../search.types.js';
import { inStage } from '../stage-timings.js';
import { ChangeRepository } from './change.repository.js';
import type { ChangeSubject } from './change-subject.js';

@Injectable()
export class ChangeFinder {
  constructor(
    private readonly documents: DocumentService,
    private readonly changes: ChangeRepository,
  ) {}

  /** By the keys of the subjects; subjects without bulletins are missing. */
  async find(principal: Principal, subjects: readonly ChangeSubject[]): Promise<Map<string, ChangeNotice[]>> {
    if (subjects.length === 0) return new Map();
    return inStage('changes', () =>
      this.changes.find(principal.organizationId, this.documents.visibleTo(principal), subjects),
    );
  }
}
