import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../common/errors/app-error.js';
import { toAppError } from '../../../../common/http/error.filter.js';
import { scimErrorOf } from '../../../../common/http/scim-error.js';
import { isId, type ObjectKind } from '../../../../common/ids/type-id.js';
import type { Principal } from '../../../../common/principal/principal.js';
import { MAX_BULK_OPERATIONS } from './scim-discovery.js';
import { isObject, objectsOf, requireSchema, textAt, valueAt, type ScimBody } from './scim-input.js';
import { refused } from './scim-refusal.js';
import { ScimGroups } from './scim-groups.service.js';
import { ScimUsers } from './scim-users.service.js';

const REQUEST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const RESPONSE_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
const PATH = /^\/(Users|Groups)(?:\/([^/]{1,100}))?$/;
const REFERENCE = /^bulkId:(.{1,100})$/;

interface Operation {
  method: string;
  path: string;
  bulkId: string | null;
  version: string | null;
  data: unknown;
}

interface Result {
  method: string;
  bulkId?: string;
  location?: string;
  version?: string;
  status: string;
  response?: object;
}

/** Several changes in one request (RFC 7644, 3.7), each in a separate transaction. */
@Injectable()
export class ScimBulk {
  constructor(
    private readonly users: ScimUsers,
    private readonly groups: ScimGroups,
  ) {}

  /** @throws AppError INVALID_REQUEST, PAYLOAD_TOO_LARGE (tooMany); faults of single operations are in the response */
  async run(principal: Principal, body: unknown): Promise<object> {
    requireSchema(body, REQUEST_SCHEMA);
    const operations = objectsOf(valueAt(body, 'Operations'), 'Operations').map(operationIn);
    if (operations.length === 0) throw refused('invalidSyntax', 'Operations must not be empty');
    if (operations.length > MAX_BULK_OPERATIONS) {
      const words = `A bulk request has at most ${MAX_BULK_OPERATIONS} operations`;
      throw new AppError('PAYLOAD_TOO_LARGE', words, { reason: 'tooMany' });
    }
    const tolerated = failuresIn(body);
    const created = new Map<string, string>();
    const results: Result[] = [];
    let failures = 0;
    for (const operation of inOrder(operations)) {
      const result = await this.result(principal, operation, created);
      results.push(result);
      if (Number(result.status) >= 400) failures += 1;
      if (failures >= tolerated) break;
    }
    return { schemas: [RESPONSE_SCHEMA], Operations: results };
  }

  private async result(principal: Principal, operation: Operation, created: Map<string, string>): Promise<Result> {
    const { method, bulkId } = operation;
    const about = { method, ...(bulkId !== null && { bulkId }) };
    try {
      const made = await this.perform(principal, resolved(operation, created));
      const { id, meta } = (made ?? {}) as { id?: string; meta?: { location: string; version: string } };
      if (bulkId !== null && id !== undefined) created.set(bulkId, id);
      const status = method === 'POST' ? '201' : meta ? '200' : '204';
      return { ...about, ...(meta && { location: meta.location, version: meta.version }), status };
    } catch (error) {
      const failure = toAppError(error);
      // The database or the service is at fault, and the client repeats the whole request.
      if (failure.status >= 500) throw failure;
      return { ...about, status: String(failure.status), response: scimErrorOf(failure) };
    }
  }

  private perform(principal: Principal, { method, path, version, data }: Operation): Promise<unknown> {
    const [, collection, id] = PATH.exec(path) ?? [];
    if (collection === undefined || (method === 'POST') !== (id === undefined)) {
      throw refused('invalidPath', 'path must be /Users or /Groups, with an id unless the method is POST');
    }
    const [kind, resources]: [ObjectKind, ScimUsers | ScimGroups] =
      collection === 'Users' ? ['user', this.users] : ['directory_group', this.groups];
    if (id === undefined) return resources.create(principal, data);
    if (!isId(kind, id)) throw AppError.notFound(kind);
    switch (method) {
      case 'PUT':
        return resources.replace(principal, id, data, version);
      case 'PATCH':
        return resources.patch(principal, id, data, version);
      case 'DELETE':
        return resources.remove(principal, id, version);
      default:
        throw refused('invalidSyntax', 'method must be POST, PUT, PATCH or DELETE');
    }
  }
}

function operationIn(operation: ScimBody): Operation {
  return {
    method: (textAt(operation, 'method') ?? '').toUpperCase(),
    path: textAt(operation, 'path') ?? '',
    bulkId: textAt(operation, 'bulkId', 100),
    version: textAt(operation, 'version'),
    data: valueAt(operation, 'data'),
  };
}

function failuresIn(body: ScimBody): number {
  const value = valueAt(body, 'failOnErrors') ?? Infinity;
  if (typeof value === 'number' && value >= 1) return value;
  throw refused('invalidValue', 'failOnErrors must be a positive integer');
}

/** As sent, except that what others refer to comes first. Circular references keep their place and fail. */
function inOrder(operations: readonly Operation[]): Operation[] {
  const byId = new Map(
    operations.flatMap((operation) => (operation.bulkId === null ? [] : [[operation.bulkId, operation]])),
  );
  const ordered = new Set<Operation>();
  const visited = new Set<Operation>();
  const visit = (operation: Operation): void => {
    if (visited.has(operation)) return;
    visited.add(operation);
    for (const reference of referencesIn([operation.path.split('/').at(-1), operation.data])) {
      const target = byId.get(reference);
      if (target) visit(target);
    }
    ordered.add(operation);
  };
  operations.forEach(visit);
  return [...ordered];
}

function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return [REFERENCE.exec(value)?.[1] ?? []].flat();
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return isObject(value) ? Object.values(value).flatMap(referencesIn) : [];
}

/** With ids in place of references. @throws AppError CONFLICT for what was not created */
function resolved(operation: Operation, created: ReadonlyMap<string, string>): Operation {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item)]));
    const reference = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
    if (reference === undefined) return value;
    const id = created.get(reference);
    if (id === undefined) throw AppError.conflict('bulk_reference', 'bulkId names an operation that created nothing');
    return id;
  };
  const path = operation.path.split('/').map(replace).join('/');
  return { ...operation, path, data: replace(operation.data) };
}
