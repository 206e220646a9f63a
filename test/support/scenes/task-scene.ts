import type { TestPage } from '../../factories/document.factory.js';

type Line = [kind: string, text: string, level?: number];

/** Pages with blocks, as ingestion stores them. */
export function pageOf(...lines: Line[]): TestPage {
  let text = '';
  const blocks = lines.map(([kind, line, level]) => {
    const start = text.length;
    text += `${line}\n`;
    return { kind, text: line, start, end: start + line.length, ...(level !== undefined && { level }) };
  });
  return { text, blocks };
}

export const TASK = '32-41-11-400-801';

/** A task that names another one of the manual. @param torque what differs between revisions */
export const taskPages = (torque = '270'): TestPage[] => [
  pageOf(
    ['heading', `TASK ${TASK} Installation of the main wheel`, 2],
    ['warning', 'WARNING: KEEP AWAY FROM THE TIRE.'],
    ['list_item', `(1) Torque the axle nut to ${torque} N·m (½ turn, ≤ 5°).`, 1],
    ['list_item', '(2) MSN 200-300: Install the lock.', 1],
    ['list_item', '(3) Do TASK 32-41-11-000-801, then TASK 32-00-00-860-899.', 1],
  ),
  pageOf(['heading', 'TASK 32-41-11-000-801 Removal of the main wheel', 2], ['list_item', '(1) Remove the wheel.', 1]),
];
