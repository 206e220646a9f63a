import { SecretKeyFile } from './common/crypto/secret-key-file.js';
import type { MasterKeySource } from './common/crypto/secrets.js';
import type { Env } from './config/env.js';

/** The master keys of SECRET_KEY and SECRET_KEY_PREVIOUS or, without them, of the file under DATA_DIR. */
export function masterKeySource({ SECRET_KEY, SECRET_KEY_PREVIOUS, DATA_DIR }: Env): MasterKeySource {
  if (SECRET_KEY === null) return new SecretKeyFile(DATA_DIR).keys;
  const keys = { present: SECRET_KEY, previous: SECRET_KEY_PREVIOUS };
  return () => keys;
}

/** The same, but null where there is no key yet: what is to be opened by it needs the one that there was. */
export function existingMasterKey(env: Env): MasterKeySource | null {
  return masterKeyFile(env)?.exists === false ? null : masterKeySource(env);
}

/** The file of the master keys; null when they come from the environment. */
export function masterKeyFile({ SECRET_KEY, DATA_DIR }: Env): SecretKeyFile | null {
  return SECRET_KEY === null ? new SecretKeyFile(DATA_DIR) : null;
}
