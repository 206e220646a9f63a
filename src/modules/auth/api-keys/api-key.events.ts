import type { ApiKey } from './api-key.entity.js';

export class ApiKeyCreated {
  constructor(readonly apiKey: ApiKey) {}
}

/** Another key is in its place. */
export class ApiKeyRotated {
  constructor(readonly apiKey: ApiKey) {}
}

/** It is gone; `apiKey` is as it was. */
export class ApiKeyRevoked {
  constructor(readonly apiKey: ApiKey) {}
}
