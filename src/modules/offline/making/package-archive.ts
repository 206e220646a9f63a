import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { downloadName } from '../../../common/files/download-name.js';
import { ZipWriter } from '../../../common/files/zip-writer.js';
import { BlobDamagedError, BlobNotFoundError } from '../../../integrations/storage/blob-storage.errors.js';
import { BlobStorage } from '../../../integrations/storage/blob-storage.js';
import { ApplicabilityService } from '../../applicability/applicability.service.js';
import { EvidenceKeys, signedJws } from '../../assignments/evidence/evidence-keys.service.js';
import { TOKEN_ISSUER } from '../../auth/tokens/token.service.js';
import {
  MakingRepository,
  type MadePackage,
  type OfflinePackageDocument,
  type PackageFile,
  type PackedPage,
} from './making.repository.js';
import {
  factsOf,
  PACKAGE_TYPE,
  type PackageFacts,
  type PackageManifest,
  type PackagePayload,
} from './package-manifest.js';
import { PackagePage } from './package-page.js';
import type { AircraftDecision } from './page-verdicts.js';
import { UnmakeableError } from './unmakeable.error.js';

const README = `Offline package of the Aviation Maintenance Knowledge Service

1. Unpack all files into one folder.
2. Open index.html in a browser. It needs no network.

files/          source files of the revisions, named by their SHA-256
manifest.json   what the package contains, signed. Verify: amk offline verify PACKAGE --jwks evidence-jwks.json

A package with a base (base_package_id in manifest.json) lacks files that the base has. Join them first:
amk offline apply BASE PACKAGE --to FOLDER --jwks evidence-jwks.json
`;

/** Formats that can contain programs. Browsers show them as text. */
const ACTIVE = /\/xml$|html|\+xml$/;

/** Writes packages as ZIP files: the page that browsers open, the source files, and the signed manifest. */
@Injectable()
export class PackageArchive {
  constructor(
    private readonly rows: MakingRepository,
    private readonly applicability: ApplicabilityService,
    private readonly storage: BlobStorage,
    private readonly keys: EvidenceKeys,
    @Inject(TOKEN_ISSUER) private readonly issuer: string,
  ) {}

  /**
   * @param take reads the archive to its end. When it fails, or something of the archive does, both are broken off
   * @throws UnmakeableError
   */
  async write<T>(
    made: MadePackage,
    take: (archive: Readable) => Promise<T>,
  ): Promise<{ result: T; manifest: PackageManifest }> {
    const zip = new ZipWriter();
    const brokenOff = (error: unknown): never => {
      zip.destroy(error as Error);
      throw error;
    };
    const [result, manifest] = await Promise.allSettled([
      take(zip.output).catch(brokenOff),
      this.fill(zip, made).catch(brokenOff),
    ]);
    // An AbortError is the consequence of the other failure.
    if (manifest.status === 'rejected' && (manifest.reason as Error).name !== 'AbortError') throw manifest.reason;
    if (result.status === 'rejected') throw result.reason;
    if (manifest.status === 'rejected') throw manifest.reason;
    return { result: result.value, manifest: manifest.value };
  }

  private async fill(zip: ZipWriter, made: MadePackage): Promise<PackageManifest> {
    const documents = made.documents.filter(({ included }) => included);
    if (made.outdated !== null) throw new UnmakeableError(made.outdated);
    const facts = factsOf(made, this.issuer, nameOf);
    const files: PackageFile[] = [await zip.add('README.txt', [README])];
    files.push(await zip.add('index.html', await this.page(made, facts, documents)));
    const inBase = new Map(made.base_files?.map((file) => [file.name, file]));
    for (const source of new Map(documents.map((one) => [nameOf(one), one])).values()) {
      await this.requireWanted(made);
      files.push(fromBase(inBase.get(nameOf(source))) ?? (await this.copy(zip, source)));
    }
    const manifest = await this.sign({ ...facts, files });
    await zip.add('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
    zip.end();
    return manifest;
  }

  private async page(
    made: MadePackage,
    facts: PackageFacts,
    documents: readonly OfflinePackageDocument[],
  ): Promise<Iterable<string>> {
    const verdicts = made.aircraft.map((aircraft) => this.applicability.verdictsOf(aircraft));
    const page = new PackagePage();
    for (const document of documents) {
      await this.requireWanted(made);
      const decisionsOn = (one: PackedPage): AircraftDecision[] =>
        verdicts.map((verdict) => {
          const passages = this.applicability.decideOnPassages(verdict, document, one);
          return { passages, page: this.applicability.decideOn(verdict, document, one) };
        });
      await this.rows.onSnapshot(() => page.add(document, this.rows.pages(document), decisionsOn));
    }
    return page.finish(facts);
  }

  private async copy(zip: ZipWriter, source: OfflinePackageDocument): Promise<PackageFile> {
    const content = await this.storage.open(source.file_sha256).catch(lost);
    const written = await zip.add(nameOf(source), content).catch(lost);
    if (written.sha256 !== source.file_sha256) throw new UnmakeableError('file_missing');
    return written;
  }

  /** Nothing is made for nobody. @throws UnmakeableError if the package was deleted */
  private async requireWanted({ id }: MadePackage): Promise<void> {
    if (!(await this.rows.isBuilding(id))) throw new UnmakeableError('internal');
  }

  private async sign(payload: PackagePayload): Promise<PackageManifest> {
    const { jws, kid } = await this.keys.signing((key) =>
      Promise.resolve({ jws: signedJws(PACKAGE_TYPE, payload, key), kid: key.kid }),
    );
    const public_key = await this.keys.publicKey(kid);
    if (!public_key) throw new Error('the signing key is unknown');
    return { payload, jws, public_key };
  }
}

/** @throws UnmakeableError for a file that is not in the store, or damaged there */
function lost(error: unknown): never {
  const isLost = error instanceof BlobNotFoundError || error instanceof BlobDamagedError;
  throw isLost ? new UnmakeableError('file_missing') : error;
}

const fromBase = (file: PackageFile | undefined): PackageFile | undefined => file && { ...file, in_base: true };

/** Named by content, so that no name of a customer becomes a path. */
function nameOf({ file_sha256, media_type }: OfflinePackageDocument): string {
  const name = `files/${downloadName(file_sha256, media_type)}`;
  return ACTIVE.test(media_type) ? `${name}.txt` : name;
}
