import { Injectable } from '@nestjs/common';
import { SearchIndex } from '../../integrations/search-index/search-index.js';
import { SearchRepository } from './search.repository.js';

/** How long an answer is believed: counting reads the keys of all passages. Milliseconds. */
const COMPLETE_FOR_MS = 10_000;
const INCOMPLETE_FOR_MS = 1_000;

interface Finding {
  complete: Promise<boolean>;
  until: number;
}

/** Whether an organization's index holds what it should, as it was some seconds ago. */
@Injectable()
export class IndexCompleteness {
  private readonly findings = new Map<string, Finding>();

  constructor(
    private readonly passages: SearchRepository,
    private readonly index: SearchIndex,
  ) {}

  isComplete(organizationId: string): Promise<boolean> {
    const known = this.findings.get(organizationId);
    if (known && known.until > Date.now()) return known.complete;
    const finding: Finding = { complete: this.compare(organizationId), until: Infinity };
    this.findings.set(organizationId, finding);
    finding.complete.then(
      (complete) => (finding.until = Date.now() + (complete ? COMPLETE_FOR_MS : INCOMPLETE_FOR_MS)),
      () => this.findings.delete(organizationId),
    );
    return finding.complete;
  }

  private async compare(organizationId: string): Promise<boolean> {
    // In this order: what becomes ready in between is in the index before.
    const stored = await this.passages.countReady(organizationId);
    return (await this.index.count(organizationId)) >= stored;
  }
}
