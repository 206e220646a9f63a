import { decodeUserInfo } from '../urls.js';

export interface RedisServer {
  host: string;
  port: number;
  isEncrypted: boolean;
  username: string | undefined;
  password: string | undefined;
  database: number;
}

/** Parses `redis://user:password@host:6379/0` or `rediss://…` (TLS). @throws Error without the URL, which may contain a password */
export function parseRedisUrl(text: string): RedisServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isRedis = url?.protocol === 'redis:' || url?.protocol === 'rediss:';
  if (!url || !isRedis || url.hostname === '' || !/^\/?\d{0,3}$/.test(url.pathname) || url.search + url.hash !== '') {
    throw new Error('must look like redis://user:password@host:6379/0, or rediss:// for an encrypted connection');
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || 6379,
    isEncrypted: url.protocol === 'rediss:',
    username: decodeUserInfo(url.username) || undefined,
    password: decodeUserInfo(url.password) || undefined,
    database: Number(url.pathname.slice(1)),
  };
}
