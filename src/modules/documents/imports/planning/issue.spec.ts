import { isInWork, isLaterIssue } from './issue.js';

it.each([
  ['003', '002', true],
  ['002', '003', false],
  ['003', '003', false],
  ['004', '003-02', true],
  ['003-02', '003-01', true],
  ['003-01', '003', true],
  ['003', '003-01', false],
  ['004-01', '003', true],
  ['Rev 4', '003', false],
  ['004', 'Rev 3', false],
  ['004', undefined, false],
] as const)('isLaterIssue(%j, %j): %s', (version, earlier, expected) => {
  expect(isLaterIssue(version, earlier)).toBe(expected);
});

it('an issue in work has a number for it', () => {
  expect(['003-01', '003', '12-34', 'Rev 3'].map(isInWork)).toEqual([true, false, false, false]);
});
