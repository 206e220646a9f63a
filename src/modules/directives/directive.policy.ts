import { coversModel } from '@amks/language/applicability/names.js';
import type { Expression } from '@amks/language/applicability/expression.js';
import { readStatement } from '@amks/language/applicability/statement.js';
import type { FieldIssue } from '../../common/errors/app-error.js';
import type { Directive } from './directive.entity.js';
import type { InitialCompliance, Interval } from './dto/directive-types.js';

/** Without times that say nothing. */
export function givenInterval<T extends Partial<Interval>>(interval: T | null): T | null {
  return interval && Object.values(interval).some((value) => value !== null) ? { ...interval } : null;
}

export function givenInitial(initial: InitialCompliance | null): InitialCompliance | null {
  if (!initial) return null;
  const total = givenInterval(initial.total);
  const after_effective_date = givenInterval(initial.after_effective_date);
  return total || after_effective_date ? { total, after_effective_date, whichever: initial.whichever } : null;
}

/** What contradicts itself in a directive, so that it would silently apply to no aircraft or never be due. */
export function contradictionsOf(directive: Directive): FieldIssue[] {
  const { effectivity, aircraft_types, repetitive_interval } = directive;
  const issues: FieldIssue[] = [];
  const named = effectivity === null ? [] : modelsIn(effectivity);
  const isOther = (name: string, type: string): boolean =>
    coversModel(name, type) === false && coversModel(type, name) === false;
  if (
    named.length > 0 &&
    aircraft_types.length > 0 &&
    named.every((name) => aircraft_types.every((type) => isOther(name, type)))
  )
    issues.push({ field: 'effectivity', issue: 'names none of aircraft_types' });
  if (repetitive_interval && Object.values(repetitive_interval).includes(0))
    issues.push({ field: 'repetitive_interval', issue: 'must not be 0' });
  return issues;
}

/** Models that an effectivity includes; none if it is not understood. */
function modelsIn(effectivity: string): string[] {
  const read = readStatement(effectivity);
  return 'reason' in read ? [] : included(read.expression);
}

function included(expression: Expression): string[] {
  if ('of' in expression) return expression.kind === 'not' ? [] : expression.of.flatMap(included);
  return expression.kind === 'model' ? expression.names : [];
}
