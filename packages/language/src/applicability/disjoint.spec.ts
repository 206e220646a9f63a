import { areDisjoint } from './disjoint.js';
import { readStatement } from './statement.js';

function expressionOf(statement: string) {
  const read = readStatement(statement);
  if ('reason' in read) throw new Error(`${statement}: ${read.reason}`);
  return read.expression;
}

it.each([
  ['MSN 5001-5048', 'MSN 5049-5120', true],
  ['MSN 5049 and subsequent', 'MSN 5001-5048', true],
  ['PRE SB TR46-32-018', 'POST SB TR46-32-018', true],
  ['MSN 5001-5073 PRE SB TR46-32-018', 'MSN 5001-5120 POST SB TR46-32-018', true],
  ['A320-200', 'A321-200', true],
  ['MSN 5001-5048', 'MSN 5040-5120', false],
  ['ALL', 'MSN 5001-5048', false],
  ['PRE SB TR46-32-018', 'POST SB TR46-32-019', false],
  ['PRE SB TR46-32-018', 'MSN 5074-5120', false],
  ['A320', 'A320-200', false],
  ['MSN 5001-5048, MSN 5060', 'MSN 5049-5070', false],
  ['MSN 5001-5073 EXCEPT MSN 5012', 'MSN 5012', false],
  ['PRE SB TR46-32-018 REV 2', 'POST SB TR46-32-018 REV 1', false],
  ['PRE SB TR46-32-018', 'POST SB TR46-32-018 REV 1', true],
  ['ON A/C 001-050', 'MSN 051-100', false],
])('%s and %s', (one, other, expected) => {
  expect(areDisjoint(expressionOf(one), expressionOf(other))).toBe(expected);
  expect(areDisjoint(expressionOf(other), expressionOf(one))).toBe(expected);
});
