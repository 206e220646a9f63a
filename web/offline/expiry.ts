import type { About } from './content.js';
import { element } from './dom.js';

/** Latest time that any package on this device saw, in milliseconds. */
const CLOCK_KEY = 'amks-offline-clock';
const DAY_MS = 86_400_000;
export const CHECK_MS = 30_000;

export type Validity = 'valid' | 'expired' | 'clock_wrong';

/** Whether one may work by the package. A clock that was turned back does not help if a package was opened before. */
export function validityOf({ made_at, expires_at }: About, now: number, latest: number): Validity {
  if (Math.max(now, latest) >= Date.parse(expires_at)) return 'expired';
  return now < Math.max(Date.parse(made_at), latest) - DAY_MS ? 'clock_wrong' : 'valid';
}

/** Keeps the banner up to date. It stands above each view and on each printed sheet. */
export function watchValidity(about: About, banner: HTMLElement): void {
  const check = (): void => {
    const [now, latest] = [Date.now(), latestTime(Date.now())];
    show(about, banner, validityOf(about, now, latest), now, latest);
  };
  check();
  setInterval(check, CHECK_MS);
  for (const event of ['visibilitychange', 'beforeprint', 'hashchange', 'focus']) addEventListener(event, check);
}

function show(about: About, banner: HTMLElement, validity: Validity, now: number, latest: number): void {
  document.body.dataset.validity = validity;
  const until = dateOf(about.expires_at);
  const isAhead = now < Date.parse(about.expires_at) && latest > now + DAY_MS;
  const once = `This device once showed ${dateOf(new Date(latest).toISOString())}. If that was wrong, use another device.`;
  const texts = {
    valid: `Data of ${dateOf(about.requested_at)}. Not checked since. Expires ${until}`,
    expired: `EXPIRED on ${until}. Do not use this package. ${isAhead ? once : 'Get a new one.'}`,
    clock_wrong: 'The clock of this device is wrong: it cannot be told whether this package is expired. Do not use it.',
  };
  const sandbox = about.livemode ? '' : ' Made in a sandbox: not for work on aircraft.';
  const text = texts[validity] + sandbox;
  if (banner.textContent === text) return;
  banner.setAttribute('role', validity === 'valid' ? 'status' : 'alert');
  banner.replaceChildren(element('strong', {}, text));
}

/** By the clock of the device, or later if it was turned back. */
export const deviceTime = (): number => Math.max(Date.now(), latestTime(Date.now()));

/** Browsers can refuse to store anything for files. */
function latestTime(now: number): number {
  try {
    const latest = Number(localStorage.getItem(CLOCK_KEY) ?? 0);
    if (now > latest) localStorage.setItem(CLOCK_KEY, String(now));
    return Number.isFinite(latest) ? latest : 0;
  } catch {
    return 0;
  }
}

/** UTC, because packages cross time zones. */
export function dateOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
