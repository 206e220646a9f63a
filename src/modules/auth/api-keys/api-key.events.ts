import type { ApiKey } from './api-key.entity.js';

export class ApiKeyCreated {
  constructor(readonly apiKey: ApiKey) {}
}

export class ApiKeyRotated {
  constructor(readonly apiKey: ApiKey) {}
}

/** `apiKey` is the state before the deletion. */
export class ApiKeyRevoked {
  constructor(readonly apiKey: ApiKey) {}
}
