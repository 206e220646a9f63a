import { Injectable } from '@nestjs/common';
import { warnClient } from '../../common/context/request-context.js';
import type { Principal } from '../../common/principal/principal.js';
import { ApplicabilityService, type Aircraft, type AircraftVerdicts } from '../applicability/applicability.service.js';
import type { Verdict } from '../applicability/dto/verdicts.js';
import { unfolded } from './folding.js';
import { SearchService } from './search.service.js';
import type {
  ForAircraft,
  Found,
  Judge,
  Judged,
  RankedDocument,
  RankedPassage,
  SearchRequest,
} from './search.types.js';

/** Results looked at for each one shown, because some do not apply. */
const FACTOR = 3;
const MAX_RESULTS = 100;
const RANK: Readonly<Record<Verdict, number>> = { applicable: 0, unknown: 1, not_applicable: 2 };

/** Searches for an aircraft: what applies comes first, then what is unknown. The order of each is that of the search. */
@Injectable()
export class AircraftSearch {
  constructor(
    private readonly search: SearchService,
    private readonly applicability: ApplicabilityService,
  ) {}

  /** Passages with equal texts are shown once for each verdict. @throws AppError INVALID_REQUEST for an unknown aircraft */
  async findPassages(
    principal: Principal,
    request: SearchRequest,
    named?: ForAircraft,
  ): Promise<Found<Judged<RankedPassage>>> {
    if (!named) return unjudged(await this.search.findPassages(principal, request));
    const { aircraft, verdicts } = await this.applicability.verdictsFor(principal, named.aircraft_id);
    return this.gather(aircraft, request, named, async (wide) => {
      const { results, terms } = await this.search.findPassages(principal, wide, unfolded);
      const shown = new Set<string>();
      const judged = results.flatMap((ranked) => {
        const { passage } = ranked;
        const { page_number, start_offset: start, facts } = passage;
        const place = { page_number, start, in_force: facts.effectivity ?? [] };
        const applicability = verdicts.ofPassage(passage, place).verdict;
        const key = JSON.stringify([applicability, passage.superseded, passage.text]);
        if (shown.has(key)) return [];
        shown.add(key);
        return [{ ...ranked, applicability }];
      });
      return { found: results.length, results: judged, terms };
    });
  }

  /** Without documents of which no page is shown. @throws AppError INVALID_REQUEST for an unknown aircraft */
  async findDocuments(
    principal: Principal,
    request: SearchRequest,
    named?: ForAircraft,
  ): Promise<Found<Judged<RankedDocument>>> {
    if (!named) return unjudged(await this.search.findDocuments(principal, request));
    const { aircraft, verdicts } = await this.applicability.verdictsFor(principal, named.aircraft_id);
    return this.gather(aircraft, request, named, async (wide) => {
      const revisions = new Set<string>();
      const judge: Judge = (passage) => {
        revisions.add(passage.revision_id);
        const { verdict } = verdicts.ofPassage(passage, passage);
        return verdict === 'not_applicable' && !named.include_not_applicable ? null : RANK[verdict];
      };
      const { results, terms } = await this.search.findDocuments(principal, wide, judge);
      const judged = results.flatMap((result) => judgedDocument(verdicts, result, named));
      return { found: revisions.size, results: judged, terms };
    });
  }

  /** Looks at more results while too few apply. Documents of other types are not candidates. */
  private async gather<T extends { applicability: Verdict }>(
    aircraft: Aircraft,
    request: SearchRequest,
    named: ForAircraft,
    find: (wide: SearchRequest) => Promise<Found<T> & { found: number }>,
  ): Promise<Found<T>> {
    const own = [aircraft.aircraft_type, ...(aircraft.model === null ? [] : [aircraft.model])];
    const { aircraft_types = named.include_not_applicable ? undefined : own } = request.filters;
    const filters = { ...request.filters, ...(aircraft_types && { aircraft_types }) };
    const look = async (limit: number) => {
      const { found, results, terms } = await find({ ...request, filters, limit });
      const shown = ordered(results, named).slice(0, request.limit);
      return { results: shown, terms, isShort: shown.length < request.limit && found >= limit };
    };
    const limit = Math.min(request.limit * FACTOR, MAX_RESULTS);
    let looked = await look(limit);
    if (looked.isShort && limit < MAX_RESULTS) looked = await look(MAX_RESULTS);
    if (looked.isShort)
      warnClient('More results may apply to the aircraft; use more specific words or filters to find them.');
    return looked;
  }
}

function judgedDocument(
  verdicts: AircraftVerdicts,
  result: RankedDocument,
  named: ForAircraft,
): (RankedDocument & { applicability: Verdict })[] {
  const { document_type, aircraft_type, revision } = result.document;
  const whole = { document_type, aircraft_type, effectivity: revision.effectivity };
  const judged = result.matches.map((one) => {
    const { page_number, start_offset: start, in_force } = one.match;
    return { ...one, applicability: verdicts.ofPassage(whole, { page_number, start, in_force }).verdict };
  });
  const matches = ordered(judged, named);
  const [first] = matches;
  return first ? [{ ...result, matches, applicability: first.applicability }] : [];
}

function ordered<T extends { applicability: Verdict }>(
  results: readonly T[],
  { include_not_applicable }: ForAircraft,
): T[] {
  return results
    .filter(({ applicability }) => include_not_applicable || applicability !== 'not_applicable')
    .sort((one, other) => RANK[one.applicability] - RANK[other.applicability]);
}

function unjudged<T>({ results, terms }: Found<T>): Found<Judged<T>> {
  return { results: results.map((result) => ({ ...result, applicability: null })), terms };
}
