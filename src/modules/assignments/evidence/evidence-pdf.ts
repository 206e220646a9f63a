import PDFDocument from 'pdfkit';
import { fontFile } from '@amks/reader/typesetting/font-metrics.js';
import type { EvidenceFile, EvidencePayload } from './evidence.js';

const MARGIN = 56;
const INK = '#111111';
const FAINT = '#666666';
const LABEL_WIDTH = 130;

/**
 * A PDF for people, with the JSON file attached, which programs verify. Text that the font lacks is only shown in the attachment.
 * @param json the evidence as its own file
 */
export function evidencePdf(evidence: EvidenceFile, json: Buffer): Promise<Buffer> {
  const { payload, jws, public_key } = evidence;
  const signedAt = new Date(payload.signed_at);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // The default font would be read from a file that the bundle lacks.
    font: fontFile(false),
    lang: 'en',
    info: { Title: `Acknowledgement ${payload.acknowledgement_id}`, CreationDate: signedAt, ModDate: signedAt },
  });
  pdf.file(json, {
    name: `${payload.acknowledgement_id}.json`,
    type: 'application/json',
    creationDate: signedAt,
    modifiedDate: signedAt,
    description: 'Evidence with its signature',
  });
  pdf.registerFont('bold', fontFile(true)).registerFont('regular', fontFile(false));
  pdf.fillColor(INK).font('bold').fontSize(18).text('Read and understood').moveDown(0.3);
  if (!payload.livemode) pdf.fontSize(12).text('Made in a sandbox: this proves nothing').moveDown(0.3);
  pdf.font('regular').fontSize(12).text(payload.statement).moveDown(1);
  for (const [label, value] of rowsOf(payload)) row(pdf, label, value);
  pdf.moveDown(1).font('bold').fontSize(11).text('Signature (JWS, RFC 7515)', MARGIN).moveDown(0.3);
  pdf.font('regular').fontSize(7).fillColor(FAINT).text(jws);
  pdf.moveDown(0.6).fontSize(9).text(`Key (RFC 7638): ${public_key.kid}`);
  pdf.text(`Verify the attached file: amk evidence verify ${payload.acknowledgement_id}.json --jwks KEYS.json`);
  pdf.text(`Keys: ${payload.issuer}/.well-known/evidence-jwks.json`);
  return finished(pdf);
}

function rowsOf(payload: EvidencePayload): [string, string][] {
  const { document, revision, changes_from: from, assigned_by: by } = payload;
  return [
    ['Signed by', `${payload.signer.name} (${payload.signer.id})`],
    ['Signed at', payload.signed_at],
    ['Identity proven at', payload.identity_proven_at],
    ['Organization', `${payload.organization.name} (${payload.organization.id})`],
    ['Document', `${document.title} (${document.id})`],
    ['Document number', document.document_number ?? '–'],
    ['Revision', `${revision.version} (${revision.id})`],
    ['SHA-256 of the file', revision.content_sha256],
    ['Scope', payload.scope === 'changes' ? `changes since revision ${from?.version ?? '–'}` : 'whole revision'],
    ['Assigned by', by === null ? '–' : `${by.name} (${by.id})`],
    ['Due at', payload.due_at],
    ['Acknowledgement', payload.acknowledgement_id],
    ['Assignment', payload.assignment_id],
  ];
}

function row(pdf: PDFDocument, label: string, value: string): void {
  const top = pdf.y;
  pdf.font('bold').fontSize(9).text(label, MARGIN, top, { width: LABEL_WIDTH });
  pdf
    .font('regular')
    .text(value, MARGIN + LABEL_WIDTH, top)
    .moveDown(0.4);
}

async function finished(pdf: PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  pdf.end();
  for await (const chunk of pdf) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
