/** The first that matches: Edge and Opera say Chrome too, and Chrome says Safari. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
  [/\bamk\b/, 'Command line'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Chrome on Windows`, of a User-Agent; the beginning of others as they are. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device';
  const nameIn = (names: typeof PROGRAMS): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [program, system] = [nameIn(PROGRAMS), nameIn(SYSTEMS)];
  if (program === undefined) return userAgent.slice(0, 60);
  return system === undefined ? program : `${program} on ${system}`;
}
