/** The id of an event as a client names it; 0, before the first, for whatever is none. */
export function parseEventId(value: string | undefined): number {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
