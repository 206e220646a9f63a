import { ValidateBy, type ValidationOptions } from 'class-validator';

/** A moment with its offset from UTC, as RFC 3339 writes it: `2026-03-01T12:00:00Z`. The 30th of February is none. */
export const IsTimestamp = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isTimestamp',
      validator: {
        validate: isTimestamp,
        defaultMessage: () => 'must be a time as YYYY-MM-DDThh:mm:ssZ',
      },
    },
    options,
  );

const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-](\d{2}):([0-5]\d))$/;
/** No place on earth is farther from UTC, and PostgreSQL takes hardly more. Minutes. */
const FARTHEST_OFFSET = 14 * 60;

function isTimestamp(value: unknown): boolean {
  const [whole, date, hours = '0', minutes = '0'] = (typeof value === 'string' && RFC_3339.exec(value)) || [];
  if (whole === undefined || date === undefined || Number.isNaN(Date.parse(whole))) return false;
  // In UTC: what is answered has four digits for the year, and the database has no year 0.
  const year = new Date(whole).getUTCFullYear();
  if (year < 1 || year > 9999 || Number(hours) * 60 + Number(minutes) > FARTHEST_OFFSET) return false;
  // Date.parse takes a 30th of February for the 2nd of March.
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
