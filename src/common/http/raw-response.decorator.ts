import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const RAW_RESPONSE = 'raw-response';

/** The route answers without the envelope: probes, files, event streams. */
export const RawResponse = (): CustomDecorator => SetMetadata(RAW_RESPONSE, true);
