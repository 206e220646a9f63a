import type { Candidate } from './outcome.js';

export interface BatchLimits {
  files: number;
  bytes: number;
}

/** Default limits of one import of the service (IMPORT_MAX_FILES, IMPORT_MAX_BYTES), less the bytes of the archive itself. */
export const IMPORT_LIMITS: BatchLimits = { files: 99_999, bytes: 4 * 1024 ** 3 - 64 * 1024 ** 2 };

/** Names of S1000D: the issue follows the code. */
const ISSUE = /_\d{3}-\d\d(?:_[a-z]{2}-[a-z]{2})?\.\w+$/i;

/** Equal for files that may be revisions of one document: in one import, the service files them in order. */
export function groupOf({ path, row }: Pick<Candidate, 'path' | 'row'>, numberFromName: boolean): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (row?.document_number !== undefined) return row.document_number.toLowerCase();
  if (ISSUE.test(name)) return name.replace(ISSUE, '').toLowerCase();
  return numberFromName ? name.replace(/(?<=.)\.[^.]{1,8}$/, '').toLowerCase() : `/${path}`;
}

/** Batches within the limits, in order. A group exceeds them rather than being divided, up to {@link IMPORT_LIMITS}. */
export function makeBatches(
  files: readonly Candidate[],
  limits: BatchLimits,
  numberFromName: boolean,
  most: BatchLimits = IMPORT_LIMITS,
): Candidate[][] {
  const batches: Candidate[][] = [];
  let [batch, bytes] = [[] as Candidate[], 0];
  for (const group of groupsOf(files, numberFromName)) {
    const size = bytesOf(group);
    if (batch.length > 0 && (batch.length + group.length > limits.files || bytes + size > limits.bytes))
      [batch, bytes] = [[], 0];
    for (const file of group) {
      if (batch.length >= most.files || bytes + file.size > most.bytes) [batch, bytes] = [[], 0];
      if (batch.length === 0) batches.push(batch);
      batch.push(file);
      bytes += file.size;
    }
  }
  return batches;
}

/** Two halves, divided between groups if there are several. */
export function halve(files: readonly Candidate[], numberFromName: boolean): [Candidate[], Candidate[]] {
  const groups = groupsOf(files, numberFromName);
  const parts = groups.length > 1 ? groups : files.map((file) => [file]);
  const middle = Math.ceil(parts.length / 2);
  return [parts.slice(0, middle).flat(), parts.slice(middle).flat()];
}

export function bytesOf(files: readonly Candidate[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function groupsOf(files: readonly Candidate[], numberFromName: boolean): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const file of files) {
    const key = groupOf(file, numberFromName);
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return [...groups.values()];
}
