import { AppError } from '../../../../common/errors/app-error.js';

/** @throws AppError INVALID_REQUEST unless exactly one of the fields is present */
export function requireExactlyOne<T extends object>(body: T, fields: (keyof T & string)[]): void {
  const given = fields.filter((field) => body[field] !== undefined);
  if (given.length === 1) return;
  const issue = `must be sent without ${fields.filter((field) => field !== given[0]).join(' and ')}`;
  throw AppError.invalid(
    given.length === 0
      ? [{ field: fields[0] ?? 'body', issue: `or ${fields.slice(1).join(' or ')} is required` }]
      : given.map((field) => ({ field, issue })),
  );
}
