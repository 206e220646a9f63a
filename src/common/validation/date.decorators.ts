import { ValidateBy, type ValidationOptions } from 'class-validator';

/** A time with UTC offset as in RFC 3339, `2026-03-01T12:00:00Z`. February 30 is invalid. */
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
/** The largest offset in use. Minutes. */
const FARTHEST_OFFSET = 14 * 60;

function isTimestamp(value: unknown): boolean {
  const [whole, date, hours = '0', minutes = '0'] = (typeof value === 'string' && RFC_3339.exec(value)) || [];
  if (whole === undefined || date === undefined || Number.isNaN(Date.parse(whole))) return false;
  // In UTC, because responses have four-digit years and the database has no year 0.
  const year = new Date(whole).getUTCFullYear();
  if (year < 1 || year > 9999 || Number(hours) * 60 + Number(minutes) > FARTHEST_OFFSET) return false;
  // Date.parse accepts February 30 as March 2.
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** A date `YYYY-MM-DD`. 2026-02-30 and year 0 are invalid. */
export const IsCalendarDate = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isCalendarDate',
      validator: {
        validate: isCalendarDate,
        defaultMessage: () => 'must be a date as YYYY-MM-DD',
      },
    },
    options,
  );

function isCalendarDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A well-formed time must be in the future. */
export const IsFuture = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isFuture',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !(Date.parse(value) <= Date.now()),
        defaultMessage: () => 'must be in the future',
      },
    },
    options,
  );
