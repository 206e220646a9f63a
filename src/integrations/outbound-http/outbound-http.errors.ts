export type OutboundFailure =
  'url' | 'address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'redirect' | 'too_large' | 'protocol';

/** `message`, for the administrator who chose the URL, names the host as written and never an internal address. */
export class OutboundHttpError extends Error {
  constructor(
    readonly failure: OutboundFailure,
    message: string,
    readonly location: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const TLS_CODES = /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;
const CERTIFICATE_WORDS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the authority of its certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority of its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain of certificates is incomplete',
};

/** The kind of an error of Node's sockets, TLS or HTTP parser. */
export function outboundFailure(host: string, error: unknown): OutboundHttpError {
  if (error instanceof OutboundHttpError) return error;
  const code = (error as { code?: string }).code ?? '';
  const options = { cause: error };
  if (TLS_CODES.test(code)) {
    const words = CERTIFICATE_WORDS[code] ?? 'no secure connection could be made';
    return new OutboundHttpError('tls', `${host} cannot be trusted: ${words}`, null, options);
  }
  if (code.startsWith('HPE_')) {
    return new OutboundHttpError('protocol', `${host} does not answer in HTTP`, null, options);
  }
  const words = code === 'ECONNREFUSED' ? 'refused the connection' : 'cannot be reached, or closed the connection';
  return new OutboundHttpError('connect', `${host} ${words}`, null, options);
}
