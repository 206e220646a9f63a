import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { AppError, type FieldIssue } from '../errors/app-error.js';
import { findUnusable } from './usable-input.js';

/** Nest's pipe after a check of all texts in body and query. Ids in paths have their own pipe. */
class InputPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const looked = metadata.type === 'body' || metadata.type === 'query';
    const unusable = !looked ? null : findUnusable(value, metadata.data ?? metadata.type);
    if (unusable) throw AppError.invalid([unusable]);
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

/** Validates bodies and queries against their DTO. Unknown fields are refused; the error names all invalid fields. */
export function createValidationPipe(): ValidationPipe {
  return new InputPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    exceptionFactory: (errors) => AppError.invalid(errors.flatMap((error) => issuesOf(error, ''))),
  });
}

function issuesOf(error: ValidationError, parent: string): FieldIssue[] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = error.constraints ? [{ field, issue: issueOf(error.constraints, error) }] : [];
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, field))];
}

const TYPE_RULES = /^is(Array|Boolean|Int|Number|Object|String)$/;
const SIZE_RULES = /^(array|is|max|min)(Length|MaxSize|MinSize|Unique)?$/;

/** One issue per field: missing, then wrong type, then others, size last. */
function issueOf(constraints: Record<string, string>, { property, value }: ValidationError): string {
  const rank = (rule: string): number => (TYPE_RULES.test(rule) ? 0 : SIZE_RULES.test(rule) ? 2 : 1);
  const [[rule, message] = ['', '']] = Object.entries(constraints).sort(([a], [b]) => rank(a) - rank(b));
  if (rule === 'whitelistValidation') return 'is not a known field';
  // Messages of class-validator start with the property name, which `field` contains.
  const issue = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  return value === undefined && !issue.startsWith('is required') ? 'is required' : issue;
}
