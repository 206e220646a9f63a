import type { Translate } from '../../xml/xml-tree.js';

/** Elements of issues 2.0–3.0 by their name since issue 4.0. */
const ELEMENTS: ReadonlyMap<string, string> = new Map(
  `
  idstatus identAndStatusSection|dmaddres dmAddress|avee dmCode|dmtitle dmTitle|techname techName|infoname infoName
  issno issueInfo|issdate issueDate|status dmStatus|displaytext displayText|p simplePara|inlineapplics referencedApplicGroup
  pmaddres pmAddress|pmc pmCode|pmtitle pmTitle|pmstatus pmStatus|pmentry pmEntry|refpm pmRef
  refdm dmRef|refdms refs|norefs noRefs|reftp externalPubRef|pubcode externalPubCode|pubtitle externalPubTitle
  descript description|para0 levelledPara|subpara1 levelledPara|subpara2 levelledPara|subpara3 levelledPara
  subpara4 levelledPara|subpara5 levelledPara|subpara6 levelledPara|subpara7 levelledPara|subpara8 levelledPara
  proced procedure|prelreqs preliminaryRqmts|reqconds reqCondGroup|noconds noConds|reqcond reqCond|reqcondm reqCondDm
  reqcontp reqCondExternalPub|reqpers reqPersons|perscat personCategory|perskill personSkill|esttime estimatedTime
  supequip reqSupportEquips|supeqli supportEquipDescrGroup|supequi supportEquipDescr|nosupeq noSupportEquips
  supplies reqSupplies|supplyli supplyDescrGroup|supply supplyDescr|nosupply noSupplies
  spares reqSpares|sparesli spareDescrGroup|spare spareDescr|nospares noSpares
  safety reqSafety|safecond safetyRqmts|nosafety noSafety|nomen name|identno identNumber|mfc manufacturerCode
  pnr partNumber|qty reqQuantity|mainfunc mainProcedure|closereqs closeRqmts|closeup closeRqmts
  step1 proceduralStep|step2 proceduralStep|step3 proceduralStep|step4 proceduralStep|step5 proceduralStep
  afi faultIsolation|afi-proc faultIsolationProcedure|describe faultDescr|fdesc descr|isoproc isolationProcedure
  isolatep isolationMainProcedure|isostep isolationStep|isoend isolationProcedureEnd|question isolationStepQuestion
  answer isolationStepAnswer|yesno yesNoAnswer|yes yesAnswer|no noAnswer|sel-list listOfChoices
  afr faultReporting|dfault detectedFault|ifault isolatedFault|ofault observedFault|cfault correlatedFault
  detect detectionInfo|delruitem detectedLruItem|disolate isolateDetectedFault|lruitem lruItem
  locandrep locateAndRepair|lrlruitem locateAndRepairLruItem|acrw crew|frc crewRefCard|descacrw descrCrew
  drill crewDrill|subdrill subCrewDrill|step crewDrillStep|challrsp challengeAndResponse|challeng challenge
  condit caseCond|elseif elseIf|procd crewProcedureName|capgrp captionGroup|capbody captionBody|caprow captionRow
  capentry captionEntry|capline captionLine|ipc illustratedPartsCatalog|csn catalogSeqNumber|isn itemSeqNumber
  qna quantityPerNextHigherAssy|pas partSegment|dfp descrForPart|uoc usableOnCodeAssy|uoce usableOnCodeEquip
  nsn natoStockNumber|schedule maintPlanning|xref internalRef|randlist randomList|seqlist sequentialList
  deflist definitionList|item listItem|term listItemTerm|def listItemDefinition|ftnote footnote
  acroterm acronymTerm|acrodef acronymDefinition|subscrpt subScript|supscrpt superScript
  `
    .trim()
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** Attributes of those issues, as `element attribute` with the newer element name, or `*` for any. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  Object.entries<Record<string, string>>({
    '*': { refapplic: 'applicRefId', boardno: 'infoEntityIdent', fcode: 'faultCode', uom: 'unitOfMeasure' },
    issueInfo: { issno: 'issueNumber', inwork: 'inWork' },
    language: { language: 'languageIsoCode', country: 'countryIsoCode' },
    security: { class: 'securityClassification' },
    personCategory: { category: 'personCategoryCode' },
    personSkill: { skill: 'skillLevelCode' },
    internalRef: { xrefid: 'internalRefId' },
    choice: { refid: 'nextActionRefId' },
    yesAnswer: { refid: 'nextActionRefId' },
    noAnswer: { refid: 'nextActionRefId' },
    catalogSeqNumber: { ind: 'indenture' },
    itemSeqNumber: { isn: 'itemSeqNumberValue' },
    hotspot: { title: 'hotspotTitle', apsname: 'applicationStructureName' },
  }).flatMap(([element, names]) =>
    Object.entries(names).map(([old, name]): [string, string] => [`${element} ${old}`, name]),
  ),
);

/** Converts names of every issue to those since 4.0. No name changed its meaning, so the issue need not be known. */
export const toNewNames: Translate = (name, attributes) => {
  const newName = ELEMENTS.get(name) ?? name;
  const rename = (key: string) => ATTRIBUTES.get(`${newName} ${key}`) ?? ATTRIBUTES.get(`* ${key}`);
  let isOld = false;
  for (const key in attributes) isOld ||= rename(key) !== undefined;
  if (!isOld) return { name: newName, attributes };
  const renamed = Object.entries(attributes).map(([key, value]): [string, string] => [rename(key) ?? key, value]);
  return { name: newName, attributes: Object.fromEntries(renamed) };
};
