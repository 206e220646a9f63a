import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const RAW_RESPONSE = 'raw-response';

/** The route answers outside of the envelope: probes, files, event streams. */
export const RawResponse = (): CustomDecorator => SetMetadata(RAW_RESPONSE, true);
