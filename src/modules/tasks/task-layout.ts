import type { InheritedNotice, TaskPart } from '@amks/reader/tasks/task.types.js';
import type { TaskItemResponse, TaskNoticeResponse, TaskStepResponse } from './dto/task.response.js';
import type { FoundTask } from './task.service.js';

export interface TaskLists {
  warnings: TaskNoticeResponse[];
  cautions: TaskNoticeResponse[];
  notes: TaskNoticeResponse[];
  tools: TaskItemResponse[];
  consumables: TaskItemResponse[];
  steps: TaskStepResponse[];
}

/** Sorts the parts of a task into lists: each part is in exactly one. */
export function laidOut({ task, partVerdicts }: Pick<FoundTask, 'task' | 'partVerdicts'>): TaskLists {
  const lists: TaskLists = { warnings: [], cautions: [], notes: [], tools: [], consumables: [], steps: [] };
  const notice = (one: TaskPart | InheritedNotice, inherited: boolean): void => {
    const { text, page_number, start, end } = one;
    const kind = `${one.kind}s` as 'warnings' | 'cautions' | 'notes';
    lists[kind].push({ text, page_number, start, end, before_step: lists.steps.length, inherited });
  };
  for (const [index, part] of task.parts.entries()) {
    for (const one of task.inherited) if (one.part === index) notice(one, true);
    const { kind, text, page_number, start, end, section } = part;
    if (kind === 'warning' || kind === 'caution' || kind === 'note') notice(part, false);
    else if (section === 'tools' || section === 'consumables') {
      const cells = text.split(' | ');
      const reference = cells.length > 1 ? cells[0]! : null;
      lists[section].push({ text, page_number, start, end, reference });
    } else {
      lists.steps.push({
        ...{ text, page_number, start, end, kind, label: part.label ?? null, level: part.level ?? null },
        quantities: part.quantities ?? [],
        effectivity: [...new Set((part.effectivity ?? []).map(({ value }) => value))],
        applicability: partVerdicts?.[index] ?? null,
      });
    }
  }
  return lists;
}
