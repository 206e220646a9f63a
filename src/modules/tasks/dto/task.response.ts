import { ApiProperty } from '@nestjs/swagger';
import { VERDICT_REASONS, VERDICTS, type Verdict, type VerdictReason } from '../../applicability/dto/verdicts.js';
import { OpenDiscrepancyResponse } from '../../documents/discrepancies/dto/open-discrepancy.response.js';
import { QuantityResponse } from '../../documents/dto/page-facts.response.js';
import { TemporaryRevisionMarkResponse } from '../../documents/temporary-revisions/dto/temporary-revision-mark.response.js';
import type { StepVerdict } from '../step-verdict.js';
import type { FoundTask, ListedTask } from '../task.service.js';
import { laidOut } from '../task-layout.js';

const STEP_KINDS = ['title', 'heading', 'step', 'text', 'table_row', 'figure'] as const;

/** Whether a task or step applies to the aircraft of the request. */
export class TaskVerdictResponse implements StepVerdict {
  @ApiProperty({ enum: VERDICTS, enumName: 'Verdict' })
  verdict: Verdict;
  /** Why the verdict is unknown; `decided` otherwise. */
  @ApiProperty({ enum: VERDICT_REASONS, enumName: 'VerdictReason' })
  reason: VerdictReason;
  /** The statements that exclude the aircraft, or that leave it open. */
  statements: string[];
}

/** A task in a list. */
export class TaskSummaryResponse {
  /** As the publisher writes it: a task number of iSpec 2200, a data module code, or the number of a task card. */
  number: string;
  title: string;
  @ApiProperty({ type: String, nullable: true })
  ata_chapter: string | null;
  document_id: string;
  revision_id: string;
  version: string;
  @ApiProperty({ type: 'integer' })
  first_page: number;
  @ApiProperty({ type: 'integer' })
  last_page: number;
  /** The statements in force in the whole task, in the publisher's words. */
  effectivity: string[];
  /** Hash of the text with its effectivity. Equal in two revisions if the task did not change. */
  content_sha256: string;
  /** Null unless `aircraft_id` is given. */
  @ApiProperty({ type: TaskVerdictResponse, nullable: true })
  applicability: TaskVerdictResponse | null;

  static from({ source, task, verdict }: ListedTask): TaskSummaryResponse {
    const { number, title, ata_chapter, first_page, last_page, effectivity, content_sha256 } = task;
    const { document_id, revision_id, version } = source;
    return {
      ...{ number, title, ata_chapter, document_id, revision_id, version, first_page, last_page },
      effectivity: [...new Set(effectivity.map(({ value }) => value))],
      ...{ content_sha256, applicability: verdict },
    };
  }
}

/** Text of a task. Offsets are into `text` of the page. */
class TaskTextResponse {
  /** Verbatim. */
  text: string;
  @ApiProperty({ type: 'integer' })
  page_number: number;
  @ApiProperty({ type: 'integer' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
}

/** A warning, caution or note. */
export class TaskNoticeResponse extends TaskTextResponse {
  @ApiProperty({ type: 'integer', description: 'Index in `steps` of the step that follows it' })
  before_step: number;
  /** Whether it precedes the task, and governs it. */
  inherited: boolean;
}

/** A line of the list of tools or consumables. */
export class TaskItemResponse extends TaskTextResponse {
  @ApiProperty({ type: String, nullable: true, description: 'First cell of the row: the number of a tool or material' })
  reference: string | null;
}

/** A task that the text names. */
export class TaskReferenceResponse extends TaskTextResponse {
  number: string;
  /** Null if no current document that the caller can see has the task, or several have. */
  @ApiProperty({ type: String, nullable: true })
  document_id: string | null;
  @ApiProperty({ type: String, nullable: true })
  document_title: string | null;
  /** Title of the task. */
  @ApiProperty({ type: String, nullable: true })
  title: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'First page of the task' })
  task_page_number: number | null;
}

/** A step, or other text of the task. */
export class TaskStepResponse extends TaskTextResponse {
  @ApiProperty({ enum: STEP_KINDS, enumName: 'TaskStepKind' })
  kind: (typeof STEP_KINDS)[number];
  /** Markers of the steps around it and its own: `A.(1)(a)`. Null for text without a marker. */
  @ApiProperty({ type: String, nullable: true })
  label: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Depth of a step, outermost 1' })
  level: number | null;
  /** Torques, pressures and other values. */
  @ApiProperty({ type: [QuantityResponse] })
  quantities: QuantityResponse[];
  /** The statements in force in the step, in the publisher's words. */
  effectivity: string[];
  /** Null unless `aircraft_id` is given. */
  @ApiProperty({ type: TaskVerdictResponse, nullable: true })
  applicability: TaskVerdictResponse | null;
}

/**
 * A task. All of its text is in `steps`, `warnings`, `cautions`, `notes`, `tools` and `consumables`, verbatim; text that is not recognized is in
 * `steps`.
 */
export class TaskResponse extends TaskSummaryResponse {
  @ApiProperty({ type: 'integer', description: 'Offset into the text of `first_page`' })
  start: number;
  @ApiProperty({ type: 'integer', description: 'Offset into the text of `last_page`' })
  end: number;
  warnings: TaskNoticeResponse[];
  cautions: TaskNoticeResponse[];
  notes: TaskNoticeResponse[];
  tools: TaskItemResponse[];
  consumables: TaskItemResponse[];
  references: TaskReferenceResponse[];
  steps: TaskStepResponse[];
  /** Open discrepancy reports on its pages. */
  discrepancies: OpenDiscrepancyResponse[];
  /** Those that change its pages, or to which its pages belong. */
  temporary_revisions: TemporaryRevisionMarkResponse[];

  static override from(found: FoundTask): TaskResponse {
    const { task, references } = found;
    return {
      ...TaskSummaryResponse.from(found),
      ...{ start: task.start_offset, end: task.end_offset },
      ...laidOut(found),
      references: references.map(({ number, text, page_number, start, end, place }) => ({
        ...{ text, page_number, start, end, number },
        document_id: place?.document_id ?? null,
        document_title: place?.document_title ?? null,
        title: place?.title ?? null,
        task_page_number: place?.page_number ?? null,
      })),
      discrepancies: distinct(found.marks.flatMap((page) => page.discrepancies)).map((one) =>
        OpenDiscrepancyResponse.from(one),
      ),
      temporary_revisions: distinct(
        found.marks.flatMap((page) => TemporaryRevisionMarkResponse.listOf(page.temporary_revisions)),
      ),
    };
  }
}

/** Without those that another page of the task has in the same way. */
function distinct<T extends { id: string; role?: string; action?: string | null }>(found: readonly T[]): T[] {
  return [...new Map(found.map((one) => [`${one.id} ${one.role} ${one.action}`, one])).values()];
}
