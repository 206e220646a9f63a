const DAY_MS = 24 * 60 * 60 * 1000;

/** The end of a day of a date field in the time zone of the browser, as the service takes times. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** As a date field has it, in the time zone of the browser. */
export const dayOf = (time: string | Date): string => new Date(time).toLocaleDateString('sv');

export const dayAfter = (days: number): string => dayOf(new Date(Date.now() + days * DAY_MS));
