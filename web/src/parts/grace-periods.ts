/** Usual choice, in seconds. */
export const USUAL_GRACE = '86400';

/** How long a replaced key or secret keeps working, in seconds. */
export const GRACE_PERIODS = [
  { value: '0', label: 'Immediately' },
  { value: '3600', label: 'After 1 hour' },
  { value: USUAL_GRACE, label: 'After 1 day' },
  { value: '604800', label: 'After 7 days' },
];
