import type { EvidenceJwk } from '../../assignments/evidence/evidence-keys.service.js';
import type { AircraftApplicability, PackageFile } from '../offline-package.entity.js';
import type { MadePackage, OfflinePackageDocument } from './making.repository.js';

/** `typ` of the JWS header (RFC 8725, 3.11). */
export const PACKAGE_TYPE = 'offline-package+jws';

interface PackedDocument {
  id: string;
  title: string;
  document_number: string | null;
  document_type: string;
  aircraft_type: string;
  revision: {
    id: string;
    version: string;
    revision_date: string | null;
    /** When the package was made. A package is not made of other revisions. */
    status: 'active';
    content_sha256: string;
    /** The publisher's words; null without a statement. */
    effectivity: string | null;
  };
  page_count: number;
  /** In {@link PackagePayload.files}. */
  file: string;
  /** Whether a browser shows the file at a page. */
  is_pdf: boolean;
  applicability: AircraftApplicability[];
}

/** What the page of a package says about itself. */
export interface PackageFacts {
  /** Version of this structure. */
  package_version: 1;
  issuer: string;
  /** False for a sandbox, whose packages prove nothing. */
  livemode: boolean;
  package_id: string;
  base_package_id: string | null;
  title: string | null;
  organization: { id: string; name: string };
  made_by: { id: string; name: string } | null;
  /** When the documents were chosen, and of what the register of aircraft says. */
  requested_at: string;
  made_at: string;
  expires_at: string;
  aircraft: { id: string; registration: string; aircraft_type: string; serial_number: string | null }[];
  documents: PackedDocument[];
  /** Chosen documents that apply to none of the aircraft. */
  left_out: { id: string; title: string; document_number: string | null; version: string }[];
}

/** What a signature binds together. */
export interface PackagePayload extends PackageFacts {
  /** All files but the manifest. Those of the base are marked: only they can be missing. */
  files: PackageFile[];
}

/** `manifest.json`, in the form of the evidence of an acknowledgement. */
export interface PackageManifest {
  payload: PackagePayload;
  /** Compact serialization (RFC 7515, 7.1) of the payload. Only this part is signed. */
  jws: string;
  /** The key as the service publishes it. Verifiers must know it from elsewhere. */
  public_key: EvidenceJwk;
}

export function factsOf(
  made: MadePackage,
  issuer: string,
  nameOf: (document: OfflinePackageDocument) => string,
): PackageFacts {
  const { id, title, livemode, base_package_id, organization_id, organization_name, documents } = made;
  const { created_by, created_by_name } = made;
  return {
    ...{ package_version: 1, issuer, livemode, package_id: id, base_package_id, title },
    organization: { id: organization_id, name: organization_name },
    made_by: created_by === null ? null : { id: created_by, name: created_by_name ?? '' },
    requested_at: made.created_at.toISOString(),
    made_at: made.began_at.toISOString(),
    expires_at: made.expires_at.toISOString(),
    aircraft: made.aircraft.map(({ id: aircraftId, registration, aircraft_type, serial_number }) => ({
      ...{ id: aircraftId, registration, aircraft_type, serial_number },
    })),
    documents: documents.filter(({ included }) => included).map((document) => packed(document, nameOf(document))),
    left_out: documents
      .filter(({ included }) => !included)
      .map((one) => ({
        id: one.document_id,
        title: one.title,
        document_number: one.document_number,
        version: one.version,
      })),
  };
}

/** The revision is active: {@link MadePackage.outdated} is checked before the package is made and before it is ready. */
function packed(document: OfflinePackageDocument, file: string): PackedDocument {
  const { document_id: id, title, document_number, document_type, revision_id, version, revision_date } = document;
  const revision = {
    id: revision_id,
    version,
    revision_date,
    content_sha256: document.file_sha256,
    effectivity: document.effectivity,
  };
  const { page_count, applicability, media_type, aircraft_type } = document;
  return {
    ...{ id, title, document_number, document_type, revision: { ...revision, status: 'active' }, page_count, file },
    ...{ aircraft_type, is_pdf: media_type === 'application/pdf', applicability },
  };
}
