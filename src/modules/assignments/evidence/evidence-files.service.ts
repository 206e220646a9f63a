import { Injectable } from '@nestjs/common';
import { acceptsType } from '../../../common/streams/accept.js';
import type { EvidenceFormat } from '../dto/acknowledgement.request.js';
import type { EvidenceFile } from './evidence.js';
import { evidencePdf } from './evidence-pdf.js';

export const EVIDENCE_TYPES: Readonly<Record<EvidenceFormat, string>> = {
  json: 'application/json',
  pdf: 'application/pdf',
};

/** PDF for clients that accept it and not JSON; otherwise JSON. */
export function preferredFormat(accept: string | undefined): EvidenceFormat {
  return !acceptsType(accept, EVIDENCE_TYPES.json) && acceptsType(accept, EVIDENCE_TYPES.pdf) ? 'pdf' : 'json';
}

/** Evidence as files for archives. */
@Injectable()
export class EvidenceFiles {
  write(evidence: EvidenceFile, format: EvidenceFormat): Promise<Buffer> {
    const json = Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`);
    return format === 'json' ? Promise.resolve(json) : evidencePdf(evidence, json);
  }
}
