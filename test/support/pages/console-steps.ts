import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { TestUser } from '../../factories/identity.factory.js';
import type { PageWorld } from './page-world.js';
import { signInOn } from './page-steps.js';

const axe = readFileSync(path.join(projectRoot(), 'node_modules/axe-core/axe.min.js'), 'utf8');

/** A person with a browser. `problems` are errors of scripts, of the console, and violations of the policy. */
export interface ConsoleVisitor {
  context: BrowserContext;
  page: Page;
  problems: string[];
  /** Addresses asked for, with method. */
  requests: string[];
  /** Another tab of the same browser. */
  tab: () => Promise<Page>;
}

/** Opens a new browser at the root of the service, which leads to the sign-in. */
export async function visitConsole(
  world: PageWorld,
  options: { viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' } = {},
): Promise<ConsoleVisitor> {
  const context = await world.chromium.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const problems: string[] = [];
  const requests: string[] = [];
  // Browsers note each refusal of the service, which the screens tell in words.
  const isRefusal = (text: string): boolean => /^Failed to load resource: .* status of 4(00|04|09|12|22)/.test(text);
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const page = await context.newPage();
  await page.goto(`${world.publicUrl}/`);
  // The console leaves by itself, and would interrupt what a test opens meanwhile.
  await page.getByLabel('Email address').waitFor();
  return { context, page, problems, requests, tab: () => context.newPage() };
}

/** {@link visitConsole}, signed in with the password, at the search box. */
export async function enterConsole(
  world: PageWorld,
  user: TestUser,
  options: Parameters<typeof visitConsole>[1] = {},
): Promise<ConsoleVisitor> {
  const visitor = await visitConsole(world, options);
  await signInOn(visitor.page, user);
  await searchBox(visitor.page).waitFor();
  return visitor;
}

export const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the manuals' });

/** What axe finds of WCAG 2.2 A and AA, and what does not fit into the width. */
export async function accessibilityOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const tags = JSON.stringify(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  // The title of a dialog is in a <header>, which is no banner of the page.
  const rules = JSON.stringify({
    'landmark-no-duplicate-banner': { enabled: false },
    'landmark-unique': { enabled: false },
  });
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
    `axe.run(document, { runOnly: ${tags}, rules: ${rules} }).then(({ violations }) => violations)`,
  );
  const tooWide = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  return [
    ...found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary.slice(0, 300)}`),
    ...(tooWide ? ['the page is wider than the window'] : []),
  ];
}

const WIDTHS = [320, 768, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

/** {@link accessibilityOf} in all sizes and both color schemes. With `CONSOLE_IMAGES`, writes `docs/images/console-NAME.png` too. */
export async function looksOf(page: Page, name?: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const problems = await accessibilityOf(page);
      if (problems.length > 0) found[`${width} ${colorScheme}`] = problems;
      if (name && process.env.CONSOLE_IMAGES) await keepImage(page, name, width, colorScheme);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** The guide shows one of them; the others are for the developer. */
async function keepImage(page: Page, name: string, width: number, scheme: string): Promise<void> {
  const isShown = width === 1280 && scheme === 'light';
  const folder = isShown ? path.join(projectRoot(), 'docs/images') : process.env.CONSOLE_IMAGES!;
  await page.screenshot({ path: path.join(folder, `console-${name}${isShown ? '' : `-${width}-${scheme}`}.png`) });
}

/** Controls lower than 44 px on a touch screen. */
export function smallTargetsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('a, button, input:not([type=hidden]), [role=tab]')]
      .filter((one) => one.checkVisibility() && !one.closest('.mantine-Switch-root, .mantine-PillsInputField-field') && !one.matches('.skip-link'))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height < 43.5)
      .map(({ one, box }) => one.outerHTML.slice(0, 120) + ' ' + box.height)`,
  );
}
