const MINUTE_MS = 60_000;

/** A time as inputs of the type `datetime-local` have it, in the browser's time zone. */
export function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
