import { asksForProcedure } from './retrieval-query.js';
import { kindsAskedFor } from './asked-quantities.js';

const FAULT_CODE = /\b[A-Z]{0,3}\d{2}-\d{2,3}(?:-?[A-Z\d]{0,4})?\b/u;
/** A message as displayed: `HYD 1 PRESS`, `GEAR DISAGREE`. One abbreviation (`APU`) is a system. */
const MESSAGE = /(?:^|[^A-Z])[A-Z]{3,}(?: [A-Z\d]{1,9})+(?![a-z])/u;
const OBSERVED =
  /\b(?:leak\w*|nois[ey]\w*|hum(?:s|ming)?|whin\w+|squeal\w*|rattl\w+|vibrat\w+|shimm\w+|slow\w*|sluggish|(?:does|do|did|is|are|will|wo|can|has)(?: not|n['’]?t)|cannot|never|fail\w*|inop\w*|stuck|jam\w*|seiz\w+|low|high|drops?|dropped|dropping|rises?|rising|loss|lost|no (?:pressure|indication|power|light|signal|flow|response|oil|fluid)|over(?:heat|speed|temp|pressure)\w*|too|hot|smell\w*|smoke|smoking|fluctuat\w+|surg\w+|intermittent\w*|continuous\w*|runs|come(?:s|ing)? on|came on|lights? up|illuminat\w+|flash\w*|amber|red|message|caution|disagree\w*|asymmetr\w+|drift\w*|pull\w*|excessive|abnormal\w*|erratic|worn|crack\w*|trip(?:s|ped)?|pop(?:s|ped)|shak\w+|judder\w*|rough|dead|blank|stays?|keeps?|bubbl\w+|foam\w*|contaminat\w+|metal|chips?|consum\w+|reject\w*)\b/iu;
const ASKS_FACT =
  /^\W*(?:what (?:is|are|does|do)|which|where|who|how (?:many|much|often|long)|when|part numbers?|p\/n)\b/iu;

/** Quantities that are observed to be wrong, as opposed to requested ones. */
const WRONG_QUANTITY =
  /\b(?:low|high|no|excessive|loss of|dropping|fluctuating) \w+|\b\w+ (?:is |was |reads |goes |too |very |stays )*(?:low|high|drops?|dropp\w+|ris\w+|fluctuat\w+|lost|zero)\b/giu;
const CAPITALS = /\b[A-Z]{3,}(?: [A-Z\d]+)*\b/gu;

/** Whether a text has a fault code, a message or an observation. */
export function namesSymptom(text: string): boolean {
  return FAULT_CODE.test(text) || MESSAGE.test(text) || OBSERVED.test(text);
}

/** Whether a question asks for a fact or task, which needs no symptom. */
export function asksBesideFault(question: string): boolean {
  return (
    ASKS_FACT.test(question) || kindsAskedFor(withoutObservations(question)) !== null || asksForProcedure(question)
  );
}

/** A question without messages, and without quantities that are observed to be wrong. */
export function withoutObservations(question: string): string {
  return question.replace(CAPITALS, ' ').replace(WRONG_QUANTITY, ' ');
}
