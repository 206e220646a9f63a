import { lines, placedPdf, type PlacedText } from './pdf-factory.js';
import { until } from '../until.js';
import type { ApiClient, ApiResponse, Json } from '../api/api-client.js';
import type { TestService } from '../service/test-service.js';

/** Fields of an upload that nothing is wrong with. */
export function manualFields(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    title: 'Wheels and brakes',
    document_type: 'AMM',
    aircraft_type: 'HST-72',
    version: 'Rev 4',
    ...overrides,
  };
}

/** Lines of running text under a heading in bold. */
export function section(heading: string, texts: string[], y = 80): PlacedText[] {
  return [{ text: heading, y, size: 14, bold: true }, ...lines(texts, y + 30)];
}

export const WARNING = 'WARNING: DEFLATE THE TIRE BEFORE YOU LOOSEN THE TIE BOLTS.';

/** Three pages about wheels, brakes and the battery, with a warning, steps, torques, part and ATA numbers. */
export function wheelManual(): Promise<Buffer> {
  return placedPdf([
    section('32-41-11 Main wheel removal', [
      WARNING,
      'A. Put the aircraft on jacks.',
      'B. Deflate the tire with the deflator tool GSE-4471.',
      'C. Loosen the axle nut and pull the wheel off the axle.',
      'D. Examine the bearing P/N 4A2213-7 for corrosion and pitting.',
    ]),
    section('32-41-12 Brake unit installation', [
      'A. Install the brake unit on the torque flange.',
      'B. Tighten the eight attachment bolts to 120 Nm in a crosswise sequence.',
      'C. Bleed the hydraulic line until no air bubbles come out of the bleed valve.',
    ]),
    section('24-31-00 Main battery servicing', [
      'The main battery gives 28 volts to the essential bus when both generators are off.',
      'Fill the cells with distilled water up to the mark on the case.',
      'Charge the battery at a constant current of 4 amperes for ten hours.',
    ]),
  ]);
}

let copies = 0;

/** The same file for a reader of PDF, with other bytes: after the end of the file, everything is ignored. */
export function unlike(pdf: Uint8Array): Uint8Array {
  copies += 1;
  return Buffer.concat([pdf, Buffer.from(`\n% copy ${copies}\n`)]);
}

/** Uploads and answers the document as the service shows it. @throws Error unless it was accepted */
export async function uploadManual(
  api: ApiClient,
  content: Uint8Array | string,
  fields: Record<string, string> = {},
  name = 'manual.pdf',
): Promise<Json> {
  const response = await api.upload('/documents', manualFields(fields), { content, name });
  if (response.status !== 202) throw new Error(`upload answered ${response.status}: ${response.text}`);
  return response.body.data;
}

/** Waits until the document is ready or failed and answers it. */
export async function untilRead(api: ApiClient, id: string): Promise<Json> {
  const look = async (): Promise<Json> => (await api.get(`/documents/${id}`)).body.data;
  return until(look, ({ ingestion }) => ['ready', 'failed'].includes(ingestion.state as string));
}

/** Revisions that the services logged as read, each as often as it was read. Waits for one line of each, because a document is ready before. */
export async function readingsOf(services: readonly TestService[], revisionIds: readonly string[]): Promise<string[]> {
  const readings = (): string[] =>
    services
      .flatMap((service) => service.logs())
      .filter(({ msg }) => msg === 'document read')
      .map(({ revision_id: id }) => id as string)
      .filter((id) => revisionIds.includes(id));
  return until(readings, (ids) => new Set(ids).size === revisionIds.length);
}

/** Uploads, waits, and answers the document once it is ready. */
export async function readyManual(
  api: ApiClient,
  content: Uint8Array | string,
  fields: Record<string, string> = {},
): Promise<Json> {
  const document = await untilRead(api, (await uploadManual(api, content, fields)).id as string);
  if (document.ingestion.state !== 'ready') throw new Error(`not read: ${JSON.stringify(document.ingestion)}`);
  return document;
}

/** The text of a page, and whether a citation is a piece of it. */
export async function citedText(api: ApiClient, citation: Json): Promise<string> {
  const { document_id: id, page_number: page, revision_id: revision, start, end } = citation;
  const { body } = await api.get(`/documents/${id}/pages/${page}?revision_id=${revision}`);
  return (body.data.text as string).slice(start as number, end as number);
}

/** What an error says to programs. */
export function errorOf({ status, body }: ApiResponse): { status: number; field?: unknown; reason?: unknown } {
  const { field, reason } = body.error.details;
  return { status, ...(field === undefined ? {} : { field }), ...(reason === undefined ? {} : { reason }) };
}
