import { addMonths, deferralDue, earliestOf, initialDue, isDueWithin, isLater, repetitiveDue } from './due.js';
import type { Now, Point } from './due.js';

const read = (flight_hours: string | null, flight_cycles = flight_hours): Pick<Now, 'as_of'> => ({
  as_of: { flight_hours, flight_cycles },
});
const NOW: Now = { date: '2026-06-01', flight_hours: 10_000, flight_cycles: 5_000, ...read('2026-05-31') };
const UNREAD: Now = { date: '2026-06-01', flight_hours: null, flight_cycles: null, ...read(null) };
const at = (
  flight_hours: number | null = null,
  flight_cycles: number | null = null,
  date: string | null = null,
): Point => ({
  ...{ date, flight_hours, flight_cycles },
});
const every = (
  flight_hours: number | null = null,
  flight_cycles: number | null = null,
  calendar_months: number | null = null,
  calendar_days: number | null = null,
) => ({ flight_hours, flight_cycles, calendar_months, calendar_days });

describe('when a directive is due', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-15', 24, '2028-03-15'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('adds months to %s: %d', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  it('repeats after the last accomplishment, whichever comes first', () => {
    const due = repetitiveDue(every(600.5, 300, 6), at(9_500.25, 4_800, '2026-03-31'), NOW);
    expect(due).toMatchObject({
      ...{ flight_hours: 10_100.75, flight_cycles: 5_100, date: '2026-09-30', overdue: false, gaps: [] },
      ...{ remaining_flight_hours: 100.75, remaining_flight_cycles: 100, remaining_days: 121 },
    });
    expect(repetitiveDue(every(500), at(9_500), NOW)).toMatchObject({ remaining_flight_hours: 0, overdue: false });
    expect(repetitiveDue(every(499.99), at(9_500), NOW)).toMatchObject({ overdue: true });
  });

  it('is overdue by one limit even if others is not known', () => {
    const due = repetitiveDue(every(600, null, 1), at(null, null, '2026-03-31'), NOW);
    expect(due).toMatchObject({ date: '2026-04-30', flight_hours: null, overdue: true });
    expect(due.gaps).toEqual(['no_utilisation_at_accomplishment']);
  });

  it.each<[string, Parameters<typeof initialDue>, object]>([
    ['without times', [null, at(), NOW], { overdue: null, gaps: ['no_compliance_time'] }],
    [
      'of a total',
      [
        { total: { flight_hours: 12_000, flight_cycles: null }, after_effective_date: null, whichever: 'first' },
        at(),
        NOW,
      ],
      { flight_hours: 12_000, remaining_flight_hours: 2_000, overdue: false, gaps: [] },
    ],
    [
      'of a total, without utilisation',
      [
        { total: { flight_hours: 12_000, flight_cycles: null }, after_effective_date: null, whichever: 'first' },
        ...[at(), UNREAD],
      ] as Parameters<typeof initialDue>,
      { flight_hours: 12_000, remaining_flight_hours: null, overdue: null, gaps: ['no_utilisation'] },
    ],
    [
      'after a date that is not recorded',
      [{ total: null, after_effective_date: every(100, null, 3), whichever: 'first' }, at(), NOW],
      { flight_hours: null, date: null, overdue: null, gaps: ['no_effective_date'] },
    ],
    [
      'after a date before all readings',
      [
        { total: null, after_effective_date: every(100, null, 3), whichever: 'first' },
        at(null, null, '2026-04-01'),
        NOW,
      ],
      { flight_hours: null, date: '2026-07-01', overdue: null, gaps: ['no_utilisation_at_effective_date'] },
    ],
    [
      'of both, the first',
      [
        { total: { flight_hours: 12_000, flight_cycles: null }, after_effective_date: every(500), whichever: 'first' },
        ...[at(9_800, null, '2026-05-01'), NOW],
      ] as Parameters<typeof initialDue>,
      { flight_hours: 10_300, overdue: false },
    ],
    [
      'of both, the later',
      [
        { total: { flight_hours: 9_000, flight_cycles: null }, after_effective_date: every(500), whichever: 'later' },
        ...[at(9_800, null, '2026-05-01'), NOW],
      ] as Parameters<typeof initialDue>,
      { flight_hours: 10_300, overdue: false, gaps: [] },
    ],
    [
      'of both, the later of one unit',
      [
        { total: { flight_hours: 12_000, flight_cycles: null }, after_effective_date: every(500), whichever: 'later' },
        ...[at(9_800, null, '2026-05-01'), NOW],
      ] as Parameters<typeof initialDue>,
      { flight_hours: 12_000, overdue: false, gaps: [] },
    ],
    [
      'of both, the later of different units: the earliest until one is passed',
      [
        {
          total: { flight_hours: null, flight_cycles: 6_000 },
          after_effective_date: every(null, null, 24),
          whichever: 'later',
        },
        ...[at(9_800, null, '2026-05-01'), NOW],
      ] as Parameters<typeof initialDue>,
      { flight_cycles: 6_000, date: '2028-05-01', overdue: false, gaps: ['later_of_different_units'] },
    ],
    [
      'of both, the later with an unknown one: never overdue by the other alone',
      [
        { total: { flight_hours: 9_000, flight_cycles: null }, after_effective_date: every(500), whichever: 'later' },
        ...[at(null, null, '2020-05-01'), NOW],
      ] as Parameters<typeof initialDue>,
      { flight_hours: null, overdue: null, gaps: ['no_utilisation_at_effective_date'] },
    ],
    [
      'of both, both passed',
      [
        {
          total: { flight_hours: 9_000, flight_cycles: null },
          after_effective_date: every(null, null, 1),
          whichever: 'later',
        },
        ...[at(9_800, null, '2026-04-01'), NOW],
      ] as Parameters<typeof initialDue>,
      { date: '2026-05-01', overdue: true },
    ],
  ])('for the first time: %s', (_, parameters, expected) => {
    expect(initialDue(...parameters)).toMatchObject(expected);
  });

  it('is due after days, and after months if those are fewer', () => {
    expect(repetitiveDue(every(null, null, null, 30), at(null, null, '2026-05-15'), NOW).date).toBe('2026-06-14');
    expect(repetitiveDue(every(null, null, 1, 60), at(null, null, '2026-05-15'), NOW).date).toBe('2026-06-15');
    const due = initialDue(
      { total: null, after_effective_date: every(null, null, null, 14), whichever: 'first' },
      ...([at(null, null, '2026-05-10'), NOW] as const),
    );
    expect(due).toMatchObject({ date: '2026-05-24', overdue: true });
    expect(repetitiveDue(every(null, null, null, 30), at(), NOW).gaps).toEqual(['no_date_of_accomplishment']);
  });

  it('tells what is due within hours, cycles and days', () => {
    const due = repetitiveDue(every(600, 300, 6), at(9_500, 4_800, '2026-03-31'), NOW);
    const all = { hours: 99.99, cycles: 99, days: 120 };
    expect(isDueWithin(due, { hours: 100 }, NOW)).toBe(true);
    expect(isDueWithin(due, all, NOW)).toBe(false);
    expect(isDueWithin(due, { hours: 1, days: 121 }, NOW)).toBe(true);
    expect(isDueWithin(initialDue(null, at(), NOW), { hours: 100 }, NOW)).toBeNull();
    expect(isDueWithin(deferralDue(at(10_050), UNREAD), { hours: 100 }, UNREAD)).toBeNull();
  });

  it('is not known within one unit if a limit is in another one, but no day has more than 24 hours', () => {
    const days = deferralDue(at(null, null, '2026-06-10'), NOW);
    expect(isDueWithin(days, { hours: 100 }, NOW)).toBeNull();
    expect(isDueWithin(days, { hours: 100, days: 8 }, NOW)).toBe(false);
    expect(isDueWithin(deferralDue(at(null, 5_010), NOW), { days: 8 }, NOW)).toBeNull();
    // Up to the end of 9 June from the end of 31 May.
    expect(isDueWithin(deferralDue(at(10_240), NOW), { days: 8 }, NOW)).toBeNull();
    expect(isDueWithin(deferralDue(at(10_240.01), NOW), { days: 8 }, NOW)).toBe(false);
  });

  it.each<[string, Now, object]>([
    ['hours of 30 days ago', { ...NOW, ...read('2026-05-02') }, { overdue: false, gaps: [] }],
    ['hours of 31 days ago', { ...NOW, ...read('2026-05-01') }, { overdue: null, gaps: ['stale_utilisation'] }],
  ])('of %s', (_, now, expected) => {
    const due = deferralDue(at(10_500), now);
    expect(due).toMatchObject(expected);
    expect(isDueWithin(due, { hours: 100 }, now)).toBe(due.overdue);
    // What has passed stays so.
    expect(deferralDue(at(9_999), now)).toMatchObject({ overdue: true });
  });

  it('is not known by cycles that are older than the hours', () => {
    const now = { ...NOW, ...read('2026-05-31', '2026-05-30') };
    const due = deferralDue(at(null, 5_500), now);
    expect(due).toMatchObject({ remaining_flight_cycles: 500, overdue: null, gaps: ['stale_cycles'] });
    expect(isDueWithin(due, { cycles: 100 }, now)).toBeNull();
    expect(deferralDue(at(null, 4_999), now)).toMatchObject({ overdue: true });
    expect(deferralDue(at(10_500), now)).toMatchObject({ overdue: false, gaps: [] });
  });

  it('is not known from work that was recorded beyond the readings', () => {
    const last = { ...at(11_000, 5_000, '2026-05-01'), beyond: ['flight_hours' as const] };
    expect(repetitiveDue(every(500), last, NOW)).toMatchObject({ overdue: null, gaps: ['beyond_readings'] });
    expect(repetitiveDue(every(null, 500), last, NOW)).toMatchObject({ overdue: false, gaps: [] });
  });

  it('is not known by the hours of the airframe for a component', () => {
    const now = { ...UNREAD, ...read('2026-05-31'), isComponent: true };
    const total = { total: { flight_hours: 9_000, flight_cycles: null }, after_effective_date: every(500) };
    const due = initialDue({ ...total, whichever: 'first' }, at(null, null, '2026-05-01'), now);
    expect(due).toMatchObject({ flight_hours: 9_000, overdue: null, gaps: ['component_time'] });
    expect(isDueWithin(due, { hours: 1 }, now)).toBeNull();
    expect(repetitiveDue(every(500, null, 1), at(null, null, '2026-04-01'), now)).toMatchObject({ overdue: true });
  });

  it('is the earliest where facts contradict each other, and only what has passed is known', () => {
    const [one, other] = [deferralDue(at(10_100, 6_000), NOW), deferralDue(at(10_200, 5_500, '2026-07-01'), NOW)];
    expect(earliestOf(one, other, NOW)).toMatchObject({
      ...{ flight_hours: 10_100, flight_cycles: 5_500, date: '2026-07-01', overdue: null },
    });
    expect(earliestOf(one, deferralDue(at(9_000), NOW), NOW)).toMatchObject({ flight_hours: 9_000, overdue: true });
  });

  it('can be earlier than the end of a deferral', () => {
    const due = deferralDue(at(10_100), NOW);
    expect(isLater(at(10_100), due)).toBe(false);
    expect(isLater(at(10_100.01), due)).toBe(true);
    expect(isLater(at(null, null, '2026-06-02'), due)).toBe(true);
    expect(isLater(at(9_000), deferralDue(at(9_500), NOW))).toBe(true);
  });
});
