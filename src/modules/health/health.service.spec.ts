import { HealthService } from './health.service.js';

describe('HealthService', () => {
  let looks: number;
  let state: { isUnderWay: boolean; failing: boolean };
  let health: HealthService;
  beforeEach(() => {
    looks = 0;
    state = { isUnderWay: false, failing: false };
    const query = (): Promise<void> => {
      looks += 1;
      return state.failing ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    const ping = (): Promise<void> => Promise.resolve();
    const parts = [{ query }, { ping }, { local: { ready: true } }, { ping }, state];
    health = new HealthService(...(parts as unknown as ConstructorParameters<typeof HealthService>));
  });

  const untilLookedAgain = async (): Promise<void> => {
    const before = looks;
    while (looks === before) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await health.requireReady().catch(() => undefined);
    }
  };

  it('looks once for all who ask at a time', async () => {
    await Promise.all(Array.from({ length: 100 }, () => health.requireReady()));
    await health.requireReady();
    expect(looks).toBe(1);
  });

  it('looks again soon, after good and bad', async () => {
    expect(await health.requireReady()).toMatchObject({ status: 'ok' });
    state.failing = true;
    await untilLookedAgain();
    await expect(health.requireReady()).rejects.toMatchObject({ details: { checks: { database: 'failed' } } });
    state.failing = false;
    await untilLookedAgain();
    expect(await health.requireReady()).toMatchObject({ status: 'ok' });
  });

  it('says at once that the process is stopping', async () => {
    await health.requireReady();
    state.isUnderWay = true;
    await expect(health.requireReady()).rejects.toMatchObject({ details: { checks: { accepting: 'failed' } } });
    expect(looks).toBe(1);
  });
});
