import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import { DocumentService } from '../../documents/document.service.js';
import { identifierKey, wordsKey } from './search-key.js';
import { SearchTermRepository, type Suggestion } from './search-term.repository.js';

/** Completes typed text from documents visible to the caller. */
@Injectable()
export class SuggestionService {
  constructor(
    private readonly documents: DocumentService,
    private readonly terms: SearchTermRepository,
  ) {}

  /** Best first; empty for text without letters and digits. */
  suggest(principal: Principal, typed: string, limit: number): Promise<Suggestion[]> {
    const keys = { words: wordsKey(typed), identifier: identifierKey(typed) };
    return this.terms.suggest(principal.organizationId, this.documents.visibleTo(principal), keys, limit);
  }
}
