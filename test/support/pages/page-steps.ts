import type { Page } from 'playwright-core';
import type { TestUser } from '../../factories/identity.factory.js';

/** What people do and see on the pages of the sign-in. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  // A form that leads to another origin is answered with a page that refreshes itself.
  await page.getByRole('heading', { name: 'One moment' }).waitFor({ state: 'hidden' });
}

export const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

export const main = (page: Page): Promise<string> => page.getByRole('main').innerText();

/** What the page complains of. */
export const problem = (page: Page): Promise<string> => page.getByRole('alert').innerText();

/** Email address, then password. */
export async function signInOn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await press(page, 'Continue');
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}
