import type { FieldIssue } from '../../../common/errors/app-error.js';
import { earliestDate, latestDate } from '../../fleet/utilisation/utilisation.service.js';
import type { RecordBounds } from './directive-status.repository.js';
import type { DirectiveRecordRequest } from './dto/directive-status.request.js';

const UNITS = ['flight_hours', 'flight_cycles'] as const;
const GIVEN = 'must be given';
const LEFT_OUT = 'must be left out';

/** Whether a record has what its status needs, and nothing that it does not. */
export function issuesOf(record: DirectiveRecordRequest): FieldIssue[] {
  const { status, date, evidence, reason, terminates } = record;
  const isDone = status === 'embodied';
  const hasLimit = date !== null || UNITS.some((unit) => record[unit] !== null);
  const found: [boolean, string, string][] = [
    [isDone && date === null, 'date', GIVEN],
    [isDone && date !== null && date > latestDate(), 'date', 'is in the future'],
    [status !== 'open' && evidence === null, 'evidence', GIVEN],
    [!isDone && reason === null, 'reason', GIVEN],
    [!isDone && terminates, 'terminates', LEFT_OUT],
    [status === 'deferred' && !hasLimit, 'date', 'or flight_hours or flight_cycles must be given'],
    [status === 'deferred' && date !== null && date < earliestDate(), 'date', 'is in the past'],
    [!isDone && status !== 'deferred' && hasLimit, 'date', 'and flight_hours and flight_cycles must be left out'],
  ];
  return found.filter(([isWrong]) => isWrong).map(([, field, issue]) => ({ field, issue }));
}

/** Whether the hours and cycles fit the readings. */
export function misfitsOf(record: DirectiveRecordRequest, bounds: RecordBounds): FieldIssue[] {
  return UNITS.flatMap((unit): FieldIssue[] => {
    const value = record[unit];
    const [least, most] =
      unit === 'flight_hours' ? [bounds.least_hours, bounds.most_hours] : [bounds.least_cycles, bounds.most_cycles];
    if (value === null) return [];
    if (record.status === 'deferred')
      return most !== null && value < most ? [{ field: unit, issue: `is less than the latest reading, ${most}` }] : [];
    if (least !== null && value < least)
      return [{ field: unit, issue: `is less than ${least}, read before that date` }];
    return most !== null && value > most ? [{ field: unit, issue: `is more than ${most}, read later` }] : [];
  });
}
