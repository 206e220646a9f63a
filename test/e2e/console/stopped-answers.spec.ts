import { describeInBrowser } from '../../support/pages/browser.js';
import { enterConsole, type ConsoleVisitor } from '../../support/pages/console-steps.js';
import { startPageWorld, type PageWorld } from '../../support/pages/page-world.js';
import { readyManual, wheelManual } from '../../support/manuals/manual.js';
import { MODEL_KEY, startModelServer, type ModelServer } from '../../support/peers/model-server.js';
import { until } from '../../support/until.js';

/** The first line is said before the model falls silent, after 60 characters. */
const SAID = 'Install the brake unit on the torque flange. [1]\n';

describeInBrowser('answers that are stopped on the console', () => {
  let model: ModelServer;
  let world: PageWorld;
  let visitor: ConsoleVisitor;
  beforeAll(async () => {
    model = await startModelServer();
    world = await startPageWorld({ LLM_BASE_URL: model.url, LLM_MODEL: 'hang-midway', LLM_API_KEY: MODEL_KEY });
    await readyManual(world.admin.api, await wheelManual());
    await model.say(`${SAID}Bleed the hydraulic line until no air bubbles come out of the bleed valve. [1]\n`);
    visitor = await enterConsole(world, await world.member({ role: 'engineer' }));
  });
  afterAll(async () => {
    await visitor?.context.close();
    await world.stop();
    await model.stop();
  });

  it('keep what was said, are marked, and let the next question be asked', async () => {
    const { page, problems } = visitor;
    await page.goto(`${world.publicUrl}/app/ask`);
    await page.getByLabel('Question').fill('What is the torque of the brake attachment bolts?');
    await page.keyboard.press('Enter');
    await page.getByText('torque flange').waitFor();
    expect(await page.getByText('Stopped.').count()).toBe(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    const answer = page.getByRole('log').locator('.answer-card');
    await answer.getByText('Stopped. The answer is incomplete.').waitFor();
    expect(await answer.innerText()).toContain('torque flange');
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await answer.locator('.citation-link').first().waitFor();
    await until(
      () => model.seen(),
      ({ aborted }) => aborted === 1,
    );
    await page.reload();
    await answer.getByText('Stopped. The answer is incomplete.').waitFor();
    expect(await answer.innerText()).toContain('torque flange');
    expect(await page.getByLabel('Question').isEditable()).toBe(true);
    expect(problems).toEqual([]);
  });
});
