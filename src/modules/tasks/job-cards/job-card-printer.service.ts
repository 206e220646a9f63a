import { Inject, Injectable } from '@nestjs/common';
import { APP_URL } from '../../../common/app-url.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Principal } from '../../../common/principal/principal.js';
import { OpenDiscrepancies, type PageMarks } from '../../documents/discrepancies/open-discrepancies.service.js';
import type { RevisionTask } from '../task.entity.js';
import { JobCardRepository, type CardPage, type CardTaskRow, type FoundJobCard } from './job-card.repository.js';
import { JobCardService } from './job-card.service.js';
import { jobCardPdf } from './print/job-card-pdf.js';

/** Prints cards, and finds the open reports and temporary revisions on their pages. */
@Injectable()
export class JobCardPrinter {
  constructor(
    private readonly cards: JobCardService,
    private readonly tasks: JobCardRepository,
    private readonly discrepancies: OpenDiscrepancies,
    @Inject(APP_URL) private readonly appUrl: string,
  ) {}

  /** @throws AppError NOT_FOUND; GONE (document_deleted) if a task was deleted with its document */
  async print(principal: Principal, id: string): Promise<Buffer> {
    const card = await this.cards.getCompared(principal, id);
    const found = await this.tasks.findTasks(card.tasks);
    const tasks = found.map(({ task }, i) => unchanged(task, card.tasks[i]!));
    return jobCardPdf({
      ...{ card, tasks, marksOn: await this.findMarks(principal, card) },
      address: `${this.appUrl}/job-cards/${card.id}`,
      printedAt: new Date(),
      isSandbox: principal.sandbox !== undefined,
    });
  }

  /** A card with the number of open reports on the pages of each task. @throws AppError NOT_FOUND */
  async check(principal: Principal, id: string): Promise<{ card: FoundJobCard; openOn: (row: CardTaskRow) => number }> {
    const card = await this.cards.getCompared(principal, id);
    const marksOn = await this.findMarks(principal, card);
    const openOn = (row: CardTaskRow): number =>
      new Set(pagesOf(row).flatMap((page) => marksOn(page).discrepancies.map((one) => one.id))).size;
    return { card, openOn };
  }

  private findMarks(principal: Principal, { tasks }: FoundJobCard): Promise<(page: CardPage) => PageMarks> {
    return this.discrepancies.findOn(principal, tasks.flatMap(pagesOf));
  }
}

function pagesOf({ revision_id, first_page, last_page }: CardTaskRow): CardPage[] {
  return Array.from({ length: last_page - first_page + 1 }, (_, i) => ({ revision_id, page_number: first_page + i }));
}

/** The task as it was when the card was made. A deleted document counts at once, although its rows are removed later. */
function unchanged(task: RevisionTask | null, row: CardTaskRow): RevisionTask {
  if (row.revision_status !== null && task?.content_sha256 === row.content_sha256) return task;
  throw new AppError('GONE', 'A document of the card was deleted', {
    ...{ reason: 'document_deleted', document_id: row.document_id, number: row.number },
  });
}
