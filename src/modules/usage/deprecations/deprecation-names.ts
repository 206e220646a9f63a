import type { Deprecation } from '../../../common/deprecation/deprecations.js';

export const guideUrl = (issuer: string, guide: string): string => `${issuer}/docs/migrations/${guide}`;

/** As in "the field `x` of POST /y". */
export const nameOf = ({ method, path, field }: Deprecation): string =>
  field === null ? `${method} ${path}` : `the field ${field} of ${method} ${path}`;
