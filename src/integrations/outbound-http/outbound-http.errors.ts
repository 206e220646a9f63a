/** What went wrong with an outbound call. */
export type OutboundFailure =
  'url' | 'address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'redirect' | 'too_large' | 'protocol';

/**
 * An outbound call that brought no answer. `message` is a sentence for the administrator who chose the address; it names
 * the host as they wrote it, and never an address of the network that the service runs in.
 */
export class OutboundHttpError extends Error {
  constructor(
    readonly failure: OutboundFailure,
    message: string,
    /** Where a redirect would have led. */
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
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is of an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain of certificates is incomplete',
};

/** The failure behind an error of Node's sockets, TLS or HTTP parser. */
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
  const words = code === 'ECONNREFUSED' ? 'refused the connection' : 'cannot be reached, or broke the connection off';
  return new OutboundHttpError('connect', `${host} ${words}`, null, options);
}
