/**
 * Changes the plan of an organization. The change applies to its next request:
 *   npm run organization:plan -- --organization org_… --plan standard|professional|enterprise
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/start/application-context.js';
import type { Plan } from '../src/common/principal/principal.js';
import { AppError } from '../src/common/errors/app-error.js';
import { isId } from '../src/common/ids/type-id.js';
import { SettingsService } from '../src/modules/settings/settings.service.js';

const PLANS: readonly string[] = ['standard', 'professional', 'enterprise'];

const { values } = parseArgs({ options: { organization: { type: 'string' }, plan: { type: 'string' } } });
const { organization = '', plan = '' } = values;
if (!isId('organization', organization) || !PLANS.includes(plan)) {
  console.error('usage: npm run organization:plan -- --organization org_… --plan standard|professional|enterprise');
  process.exit(2);
}

await withApplication(async (app) => {
  try {
    const before = await app.get(SettingsService, { strict: false }).changePlan(organization, plan as Plan);
    console.log(
      before === plan ? `${organization} already has the plan ${plan}` : `${organization}: ${before} → ${plan}`,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(`organization ${organization} does not exist`);
    process.exitCode = 1;
  }
});
