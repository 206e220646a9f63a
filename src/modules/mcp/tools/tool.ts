import type { Type } from '@nestjs/common';
import type { Permission } from '../../../common/principal/permissions.js';
import type { Principal } from '../../../common/principal/principal.js';
import type { ObjectSchema } from './schemas.js';

/** A tool as clients list it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: false; openWorldHint: false };
}

/** The same result for programs and for readers. */
export interface ToolOutput {
  structured: Record<string, unknown>;
  /** Words of the service, outside of the quoted data. */
  summary: string;
  /** Text out of documents and about them, which anyone may have written. */
  data: string;
}

export interface Tool<Input extends object = object> {
  readonly description: ToolDescription;
  /** Those of the routes that do the same. */
  readonly permissions: readonly Permission[];
  /** Whether its requests count against the limit of concurrent expensive ones. */
  readonly isExpensive: boolean;
  /** Validates the arguments. */
  readonly input: Type<Input>;
  run(principal: Principal, input: Input): Promise<ToolOutput>;
}
