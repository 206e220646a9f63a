import { ApiSchema, type ApiSchemaOptions } from '@nestjs/swagger';

/**
 * For a request whose fields are all optional and of which one must be there: its body is described as required and not empty.
 * The generator copies `minProperties` although its types do not name it.
 */
export const NeedsAField = (): ClassDecorator => ApiSchema({ minProperties: 1 } as ApiSchemaOptions);
