import { SecretKeyFile } from '../common/crypto/secret-key-file.js';
import type { MasterKeySource } from '../common/crypto/secrets.js';
import type { Env } from '../config/env.js';

/** The master keys of SECRET_KEY and SECRET_KEY_PREVIOUS, or of the file in DATA_DIR. */
export function masterKeySource({ SECRET_KEY, SECRET_KEY_PREVIOUS, DATA_DIR }: Env): MasterKeySource {
  if (SECRET_KEY === null) return new SecretKeyFile(DATA_DIR).keys;
  const keys = { present: SECRET_KEY, previous: SECRET_KEY_PREVIOUS };
  return () => keys;
}

/** Null without a key, for tools that need an existing one. */
export function existingMasterKey(env: Env): MasterKeySource | null {
  return masterKeyFile(env)?.exists === false ? null : masterKeySource(env);
}

/** The key file; null if the keys come from the environment. */
export function masterKeyFile({ SECRET_KEY, DATA_DIR }: Env): SecretKeyFile | null {
  return SECRET_KEY === null ? new SecretKeyFile(DATA_DIR) : null;
}
