import { addMonths, deferralDue, initialDue, isDueWithin, repetitiveDue, type Point } from './due.js';

const NOW: Point = { date: '2026-06-01', flight_hours: 10_000, flight_cycles: 5_000 };
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
) => ({ flight_hours, flight_cycles, calendar_months });

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
        ...[at(), { ...at(), date: '2026-06-01' }],
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

  it('tells what is due within hours, cycles and days', () => {
    const due = repetitiveDue(every(600, 300, 6), at(9_500, 4_800, '2026-03-31'), NOW);
    expect(isDueWithin(due, { hours: 100 })).toBe(true);
    expect(isDueWithin(due, { hours: 99.99 })).toBe(false);
    expect(isDueWithin(due, { hours: 1, days: 121 })).toBe(true);
    expect(isDueWithin(due, { cycles: 99 })).toBe(false);
    expect(isDueWithin(deferralDue(at(9_999), NOW), { days: 1 })).toBe(true);
    expect(isDueWithin(initialDue(null, at(), NOW), { hours: 100 })).toBeNull();
    expect(isDueWithin(deferralDue(at(10_050), { ...at(), date: NOW.date }), { hours: 100 })).toBeNull();
  });
});
