import { ValidateBy, type ValidationOptions } from 'class-validator';

/** A date of the calendar, `YYYY-MM-DD`: 2026-02-30 is none, and there was no year 0. */
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
