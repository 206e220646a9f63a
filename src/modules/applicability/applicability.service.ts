import { Injectable } from '@nestjs/common';
import type { AirframeMention } from '@amks/language/aircraft/airframe-mentions.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Principal, Reader } from '../../common/principal/principal.js';
import { DocumentService } from '../documents/document.service.js';
import { PageService, type PageRow } from '../documents/page.service.js';
import { AircraftService, type Aircraft } from '../fleet/aircraft.service.js';
import { factsOf, MeantAircraft } from './meant-aircraft.js';
import { AircraftVerdicts, decidePage, type Decision, type RevisionEffectivity } from './verdict.js';

export type { Aircraft } from '../fleet/aircraft.service.js';
export { MeantAircraft, type AircraftName } from './meant-aircraft.js';
export type {
  AircraftVerdicts,
  DecidedStatement,
  Decision,
  PassageEffectivity,
  RevisionEffectivity,
} from './verdict.js';

/** A decision with what it is about. */
export interface Applicability extends Decision {
  aircraft: Aircraft;
  document_id: string;
  revision_id: string;
  page_number: number | null;
}

/** Tells whether documents apply to an aircraft of the register. */
@Injectable()
export class ApplicabilityService {
  constructor(
    private readonly aircraft: AircraftService,
    private readonly documents: DocumentService,
    private readonly pages: PageService,
  ) {}

  /** @param revisionId the current revision without one @throws AppError NOT_FOUND */
  async ofRevision(
    principal: Principal,
    aircraftId: string,
    documentId: string,
    revisionId?: string,
  ): Promise<Applicability> {
    const aircraft = await this.aircraft.get(principal, aircraftId);
    const { document_type, aircraft_type } = await this.documents.get(principal, documentId);
    const { id, effectivity } = await this.pages.getRevision(principal, documentId, revisionId);
    const verdicts = new AircraftVerdicts(factsOf(aircraft));
    const decision = verdicts.ofRevision({ document_type, aircraft_type, effectivity });
    return { aircraft, document_id: documentId, revision_id: id, page_number: null, ...decision };
  }

  /** @throws AppError NOT_FOUND, INVALID_REQUEST for an offset behind the text */
  async ofPage(
    principal: Principal,
    aircraftId: string,
    { documentId, pageNumber, revisionId, start }: PlaceOnPage,
  ): Promise<Applicability> {
    const aircraft = await this.aircraft.get(principal, aircraftId);
    const { document_type, aircraft_type } = await this.documents.get(principal, documentId);
    const { revision, page } = await this.pages.getPage(principal, documentId, pageNumber, revisionId);
    const verdicts = new AircraftVerdicts(factsOf(aircraft));
    const whole = { document_type, aircraft_type, effectivity: revision.effectivity };
    const decision = this.decideOn(verdicts, whole, start === undefined ? page : passageAt(page, start));
    return { aircraft, document_id: documentId, revision_id: revision.id, page_number: pageNumber, ...decision };
  }

  /** Of a page that was read before. */
  decideOn(verdicts: AircraftVerdicts, whole: RevisionEffectivity, page: DecidedPage): Decision {
    const parts = this.decideOnPassages(verdicts, whole, page);
    return parts.length > 0 ? decidePage(parts) : verdicts.ofRevision(whole);
  }

  /** Of each passage of a page that was read before. */
  decideOnPassages(
    verdicts: AircraftVerdicts,
    whole: RevisionEffectivity,
    { page_number, facts, starts }: DecidedPage,
  ): Decision[] {
    return facts.map(({ effectivity = [] }, index) =>
      verdicts.ofPassage(whole, { page_number, start: starts[index]!, in_force: effectivity }),
    );
  }

  /** For an aircraft that a request names in its body. @throws AppError INVALID_REQUEST for one that is not in the register */
  async verdictsFor(reader: Reader, aircraftId: string): Promise<{ aircraft: Aircraft; verdicts: AircraftVerdicts }> {
    const aircraft = await this.aircraft.find(reader, aircraftId);
    if (!aircraft) throw AppError.invalid([{ field: 'aircraft_id', issue: 'is not an aircraft of the register' }]);
    return { aircraft, verdicts: this.verdictsOf(aircraft) };
  }

  /** For an aircraft that was read before. */
  verdictsOf(aircraft: Aircraft): AircraftVerdicts {
    return new AircraftVerdicts(factsOf(aircraft));
  }

  /** The aircraft of an id. @throws AppError INVALID_REQUEST for one that is not in the register */
  async meantBy(reader: Reader, aircraftId: string): Promise<MeantAircraft> {
    return MeantAircraft.registered((await this.verdictsFor(reader, aircraftId)).aircraft);
  }

  /**
   * The aircraft of the register that have one of the names. A serial number that is in no register is an aircraft, too; the caller tells
   * by `mention.isCertain` whether it can be that of a component.
   */
  async meantIn(reader: Reader, mentions: readonly AirframeMention[]): Promise<NamedAircraft[]> {
    if (mentions.length === 0) return [];
    const found = await this.aircraft.findNamed(
      reader,
      mentions.map(({ value }) => value),
    );
    return mentions.flatMap((mention) => {
      const own = found.filter((one) => one[mention.kind] === mention.value);
      const flying = own.filter(({ status }) => status !== 'retired');
      const aircraft = (flying.length > 0 ? flying : own).map((one) => MeantAircraft.registered(one));
      if (aircraft.length > 0) return [{ mention, aircraft }];
      return mention.kind === 'registration'
        ? []
        : [{ mention, aircraft: [MeantAircraft.unregistered(mention.value)] }];
    });
  }
}

/** A page, or with `start` the passage at an offset in its text. */
export interface PlaceOnPage {
  documentId: string;
  pageNumber: number;
  /** Default: the current revision. */
  revisionId?: string;
  start?: number;
}

/** The page with one passage only; the whole page for a place in none, such as a header. */
function passageAt(page: DecidedPage & Pick<PageRow, 'text' | 'ends'>, offset: number): DecidedPage {
  if (offset >= page.text.length) throw AppError.invalid([{ field: 'start', issue: 'is behind the text of the page' }]);
  const at = page.starts.findIndex((start, i) => start <= offset && offset < page.ends[i]!);
  return at < 0 ? page : { ...page, facts: [page.facts[at]!], starts: [page.starts[at]!] };
}

/** Its facts and starts are those of its passages. */
export type DecidedPage = Pick<PageRow, 'page_number' | 'facts' | 'starts'>;

/** What a name means: several aircraft if types share a serial number. */
export interface NamedAircraft {
  mention: AirframeMention;
  aircraft: MeantAircraft[];
}
