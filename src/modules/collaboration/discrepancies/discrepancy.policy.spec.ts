import { dueDateOf, isOpen, statusBeforeEnd } from './discrepancy.policy.js';
import { findQuote } from './places/quote-places.js';

describe('dueDateOf', () => {
  it.each([
    ['critical', '2026-03-06'],
    ['major', '2026-03-29'],
    ['minor', '2026-05-28'],
  ] as const)('%s is due on %s', (severity, date) => {
    expect(dueDateOf(severity, new Date('2026-02-27T23:59:59Z'))).toBe(date);
  });
});

describe('the status of a report', () => {
  it('is open until its end', () => {
    expect((['reported', 'sent', 'answered'] as const).every(isOpen)).toBe(true);
    expect((['closed', 'rejected', 'withdrawn'] as const).some(isOpen)).toBe(false);
  });

  it('returns to where it was', () => {
    const at = new Date(0);
    expect(statusBeforeEnd({ answered_at: null, sent_at: null })).toBe('reported');
    expect(statusBeforeEnd({ answered_at: null, sent_at: at })).toBe('sent');
    expect(statusBeforeEnd({ answered_at: at, sent_at: null })).toBe('answered');
  });
});

describe('findQuote', () => {
  it('ignores spaces and ligatures, and finds whole numbers only', () => {
    expect(findQuote('Torque\n120 Nm on the ﬁrst', '120  Nm on the first')).toEqual({
      start_offset: 7,
      end_offset: 25,
    });
    expect(findQuote('Torque 120 Nm.', '120 Nm')).toEqual({ start_offset: 7, end_offset: 13 });
    expect(findQuote('2120 Nm, 1.120 Nm, (120 Nm)', '120 Nm')).toEqual({ start_offset: 20, end_offset: 26 });
    expect(findQuote('Torque 2120 Nm', '120 Nm')).toEqual({ start_offset: null, end_offset: null });
    expect(findQuote('扭矩为120牛米。', '120牛米')).toEqual({ start_offset: 3, end_offset: 8 });
    expect(findQuote('扭矩为2120牛米。', '120牛米')).toEqual({ start_offset: null, end_offset: null });
    expect(findQuote('Torque 120 Nm', '130 Nm')).toBeNull();
    expect(findQuote('Torque', ' ')).toBeNull();
  });
});
