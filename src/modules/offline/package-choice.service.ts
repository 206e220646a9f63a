import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Principal } from '../../common/principal/principal.js';
import { ApplicabilityService, type Aircraft } from '../applicability/applicability.service.js';
import { DocumentService } from '../documents/document.service.js';
import { AircraftService } from '../fleet/aircraft.service.js';
import { neededOverlays } from './chosen-temporary-revisions.js';
import type { CreateOfflinePackageRequest } from './dto/offline-package.request.js';
import {
  OfflinePackageRepository,
  type ChosenChanges,
  type ChosenDocument,
  type OfflinePackageDocument,
} from './offline-package.repository.js';

/** Documents and aircraft of a package, with digests of what changes their pages. */
interface Chosen extends Omit<ChosenChanges, 'found'> {
  documents: PackageDocument[];
  aircraft: Aircraft[];
}

export type PackageDocument = Omit<OfflinePackageDocument, 'offline_package_id'>;

/** What a request for a package chooses: revisions and aircraft, as they are now. */
@Injectable()
export class PackageChoice {
  constructor(
    private readonly packages: OfflinePackageRepository,
    private readonly documents: DocumentService,
    private readonly aircraft: AircraftService,
    private readonly applicability: ApplicabilityService,
  ) {}

  /**
   * @throws AppError INVALID_REQUEST, CONFLICT (not_ready, revision_not_active, temporary_revision_not_chosen,
   * temporary_revision_not_in_force), UNPROCESSABLE (not_applicable)
   */
  async choose(principal: Principal, request: CreateOfflinePackageRequest): Promise<Chosen> {
    const { document_ids, aircraft_ids = [], include_not_applicable } = request;
    const known = aircraft_ids.length === 0 ? [] : await this.aircraft.findAll(principal, aircraft_ids);
    const aircraft = inOrder(aircraft_ids, known, ({ id }) => id, 'aircraft_ids', 'is not an aircraft of the register');
    const visible = this.documents.visibleTo(principal);
    const found = await this.packages.findDocuments(visible, document_ids);
    const shown = found.filter(({ status }) => status !== 'draft');
    const issue = 'is not a document that you can see';
    const chosen = inOrder(document_ids, shown, ({ document_id: id }) => id, 'document_ids', issue);
    for (const one of chosen) requireReadable(one);
    const { found: changes, ...digests } = await this.packages.findTemporaryRevisions(
      visible,
      document_ids,
      request.valid_days,
    );
    const needed = neededOverlays(new Set(document_ids), changes);
    const verdicts = aircraft.map((one) => ({ aircraft_id: one.id, of: this.applicability.verdictsOf(one) }));
    const documents = chosen.map((one, position): PackageDocument => {
      const row = pinned(one);
      const applicability = verdicts.map(({ aircraft_id, of }) => ({
        aircraft_id,
        verdict: of.ofRevision(one).verdict,
      }));
      const isForOthers =
        applicability.length > 0 && applicability.every(({ verdict }) => verdict === 'not_applicable');
      const included = include_not_applicable || !isForOthers || needed.has(one.document_id);
      return { ...row, position, applicability, included, was_open: null };
    });
    if (documents.some(({ included }) => included)) return { documents, aircraft, ...digests };
    const message = 'None of the documents applies to one of the aircraft';
    throw new AppError('UNPROCESSABLE', message, { reason: 'not_applicable' });
  }
}

type Pinned = Omit<PackageDocument, 'position' | 'included' | 'applicability' | 'was_open'>;

function pinned({ document_id, revision_id, title, document_number, document_type, ...one }: ChosenDocument): Pinned {
  const { aircraft_type, version, revision_date, effectivity, file_sha256, file_size, media_type, page_count } = one;
  return {
    ...{ document_id, revision_id, title, document_number, document_type, aircraft_type, version, revision_date },
    ...{ effectivity, file_sha256, file_size, media_type, page_count: page_count ?? 0 },
  };
}

/** @throws AppError INVALID_REQUEST for the first id that is not known */
function inOrder<T>(
  ids: readonly string[],
  known: readonly T[],
  idOf: (one: T) => string,
  field: string,
  issue: string,
): T[] {
  const byId = new Map(known.map((one) => [idOf(one), one]));
  return ids.map((id, index) => {
    const one = byId.get(id);
    if (!one) throw AppError.invalid([{ field: `${field}.${index}`, issue }]);
    return one;
  });
}

function requireReadable({ document_id, status, ingestion_state }: ChosenDocument): void {
  if (status !== 'active')
    throw AppError.conflict('revision_not_active', 'A document has no active revision', { document_id });
  if (ingestion_state !== 'ready')
    throw AppError.conflict('not_ready', 'A document is not read yet', { document_id, ingestion_state });
}
