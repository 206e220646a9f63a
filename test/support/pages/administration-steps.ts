import type { Locator, Page } from 'playwright-core';
import type { PageWorld } from './page-world.js';

/** What an administrator does on the screens of the console. */
export function administrationOn(page: Page, { publicUrl }: Pick<PageWorld, 'publicUrl'>) {
  return {
    open: (address: string): Promise<unknown> => page.goto(`${publicUrl}/app/administration${address}`),
    dialog: (name?: string | RegExp): Locator => page.getByRole('dialog', { ...(name !== undefined && { name }) }),
    row: (text: string): Locator => page.getByRole('row').filter({ hasText: text }),
    said: (text: string): Promise<void> =>
      page.locator('.mantine-Notification-root').filter({ hasText: text }).first().waitFor(),
    /** Opens the menu of a row. */
    act: async (name: string, action: string): Promise<void> => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    },
    /** Presses a button of the dialog, which then closes. */
    confirm: async (verb: string): Promise<void> => {
      await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    choose: async (label: string, option: string, within: Locator): Promise<void> => {
      await within.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    },
  };
}
