import { scimPatch, ScimError, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import { hasControls, isObject, objectsOf, requireSchema, valueAt, type ScimBody } from './scim-input.js';
import { refused } from './scim-refusal.js';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MAX_OPERATIONS = 1_000;
const MAX_PATH_CHARS = 300;

export interface PatchOperation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value: unknown;
}

/**
 * Operations with one path each: those without a path become one for each attribute, whose name may itself be a path, as Entra ID sends it.
 * @throws AppError INVALID_REQUEST
 */
export function operationsOf(body: unknown): PatchOperation[] {
  requireSchema(body, PATCH_SCHEMA);
  const operations = objectsOf(valueAt(body, 'Operations'), 'Operations').flatMap(operationsIn);
  if (operations.length === 0) throw refused('invalidSyntax', 'Operations must not be empty');
  if (operations.length > MAX_OPERATIONS) throw refused('tooMany', `Operations must be at most ${MAX_OPERATIONS}`);
  return operations;
}

function operationsIn(operation: ScimBody): PatchOperation[] {
  const op = String(valueAt(operation, 'op')).toLowerCase();
  if (op !== 'add' && op !== 'remove' && op !== 'replace') {
    throw refused('invalidSyntax', 'op must be add, remove or replace');
  }
  const [path, value] = [pathIn(valueAt(operation, 'path') ?? ''), valueAt(operation, 'value')];
  if (path !== '') {
    if (value === undefined && op !== 'remove') throw refused('invalidValue', `${op} needs a value`);
    return [{ op, path, value }];
  }
  if (op === 'remove') throw refused('noTarget', 'remove needs a path');
  if (!isObject(value)) throw refused('invalidValue', 'value must be an object where there is no path');
  return Object.entries(value).map(([key, item]) => ({ op, path: pathIn(key), value: item }));
}

function pathIn(path: unknown): string {
  if (typeof path === 'string' && path.length <= MAX_PATH_CHARS && !hasControls(path)) return path;
  throw refused('invalidPath', `A path must be a line of at most ${MAX_PATH_CHARS} characters`);
}

/** Applies operations whose paths are known to be harmless to a copy. @throws AppError INVALID_REQUEST with the cause */
export function patched(resource: object, operations: readonly PatchOperation[]): ScimBody {
  try {
    const options = { mutateDocument: false, treatMissingAsAdd: true };
    return scimPatch(resource as ScimResource, operations.map(toLibrary), options) as unknown as ScimBody;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error instanceof ScimError && error.scimCode === 'noTarget' ? 'noTarget' : 'invalidPath';
    throw refused(reason, 'The operations cannot be applied to the resource');
  }
}

/** A null value unassigns the attribute (RFC 7643, 2.5). */
function toLibrary({ op, path, value }: PatchOperation): ScimPatchOperation {
  return op === 'remove' || value === null
    ? { op: 'remove', path, ...(value === null || value === undefined ? {} : { value }) }
    : { op, path, value };
}
