import { Injectable } from '@nestjs/common';
import type { AircraftFacts } from '@amks/language/applicability/expression.js';
import type { Principal } from '../../common/principal/principal.js';
import { ApplicabilityService } from '../applicability/applicability.service.js';
import { decidePassage, decideRevision, type Verdict } from '../applicability/verdict.js';
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

/** Searches for an aircraft: what applies comes first, then what is unknown. The order of each is that of the search. */
@Injectable()
export class AircraftSearch {
  constructor(
    private readonly search: SearchService,
    private readonly applicability: ApplicabilityService,
  ) {}

  /** @throws AppError INVALID_REQUEST for an unknown aircraft */
  async findPassages(
    principal: Principal,
    request: SearchRequest,
    named?: ForAircraft,
  ): Promise<Found<Judged<RankedPassage>>> {
    if (!named) return unjudged(await this.search.findPassages(principal, request));
    const aircraft = await this.applicability.factsOf(principal, named.aircraft_id);
    const { results, terms } = await this.search.findPassages(principal, widened(request));
    const judged = results.map((ranked) => {
      const { passage } = ranked;
      return {
        ...ranked,
        applicability: decidePassage(aircraft, decideRevision(aircraft, passage), passage.facts.effectivity).verdict,
      };
    });
    return { results: ordered(judged, named).slice(0, request.limit), terms };
  }

  /** Without documents of which no page is shown. @throws AppError INVALID_REQUEST for an unknown aircraft */
  async findDocuments(
    principal: Principal,
    request: SearchRequest,
    named?: ForAircraft,
  ): Promise<Found<Judged<RankedDocument>>> {
    if (!named) return unjudged(await this.search.findDocuments(principal, request));
    const aircraft = await this.applicability.factsOf(principal, named.aircraft_id);
    const judge: Judge = (passage) => {
      const verdict = decidePassage(aircraft, decideRevision(aircraft, passage), passage.in_force).verdict;
      return verdict === 'not_applicable' && !named.include_not_applicable ? null : RANK[verdict];
    };
    const { results, terms } = await this.search.findDocuments(principal, widened(request), judge);
    const judged = results.flatMap((result) => judgedDocument(aircraft, result, named));
    return { results: ordered(judged, named).slice(0, request.limit), terms };
  }
}

function judgedDocument(
  aircraft: AircraftFacts,
  result: RankedDocument,
  named: ForAircraft,
): (RankedDocument & { applicability: Verdict })[] {
  const { aircraft_type, revision } = result.document;
  const whole = decideRevision(aircraft, { aircraft_type, effectivity: revision.effectivity });
  const judged = result.matches.map((one) => ({
    ...one,
    applicability: decidePassage(aircraft, whole, one.match.in_force).verdict,
  }));
  const matches = ordered(judged, named);
  const [first] = matches;
  return first ? [{ ...result, matches, applicability: first.applicability }] : [];
}

function widened(request: SearchRequest): SearchRequest {
  return { ...request, limit: Math.min(request.limit * FACTOR, MAX_RESULTS) };
}

const RANK: Readonly<Record<Verdict, number>> = { applicable: 0, unknown: 1, not_applicable: 2 };

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
