import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '@amks/reader/processes/installation.js';

const script = readFileSync(path.join(projectRoot(), 'test/support/pages/page-audit-script.mjs'), 'utf8');
const run = <T>(page: Page, call: string): Promise<T> => page.evaluate(`(() => { ${script}\nreturn ${call}; })()`);

/** What is wrong with the looks of a page, each in words: contrast, labels, sizes, what does not fit. Empty when nothing is. */
export function auditPage(page: Page): Promise<string[]> {
  return run(page, 'auditPage()');
}

/** Goes through the page by Tab alone: names of the controls in their order, and those that did not show the focus. */
export async function walkByKeyboard(page: Page): Promise<{ order: string[]; expected: string[]; unmarked: string[] }> {
  const expected = await run<string[]>(page, 'listControls()');
  const order: string[] = [];
  const unmarked: string[] = [];
  for (let i = 0; i < expected.length; i += 1) {
    await page.keyboard.press('Tab');
    const { name, outline } = await run<{ name: string; outline: number }>(page, 'describeFocus()');
    order.push(name);
    if (outline < 2) unmarked.push(name);
  }
  return { order, expected, unmarked };
}
