/** A code of the fictional Skarv 46: `SKARV46-A-32-41-00-00A-520A-A`. */
export interface Code {
  system?: string;
  subsystem?: string;
  assembly?: string;
  information?: string;
  learn?: string;
}

export interface ModuleOptions extends Code {
  technicalName?: string;
  informationName?: string;
  issue?: string;
  inWork?: string;
  language?: [string, string];
  applicability?: string;
  /** Of the S1000D specification, as its schemas name it. */
  schema?: string;
  /** Inside of the DOCTYPE. */
  subset?: string;
}

export function dmCode({
  system = '32',
  subsystem = '41',
  assembly = '00',
  information = '520',
  learn = '',
}: Code = {}): string {
  return `<dmCode modelIdentCode="SKARV46" systemDiffCode="A" systemCode="${system}" subSystemCode="${subsystem[0]}" subSubSystemCode="${subsystem[1]}" assyCode="${assembly}" disassyCode="00" disassyCodeVariant="A" infoCode="${information}" infoCodeVariant="A" itemLocationCode="A"${learn}/>`;
}

/** A reference to a data module, with its title where one is given (`Main wheel - Removal`), and what else identifies it. */
export function dmRef(code: Code, title?: string, identity = ''): string {
  const [technical, information] = title?.split(' - ') ?? [];
  const items = title
    ? `<dmRefAddressItems><dmTitle><techName>${technical}</techName><infoName>${information}</infoName></dmTitle></dmRefAddressItems>`
    : '';
  return `<dmRef><dmRefIdent>${dmCode(code)}${identity}</dmRefIdent>${items}</dmRef>`;
}

/** A data module with the names of issues 4.0 to 6.0. */
export function dataModule(content: string, options: ModuleOptions = {}): string {
  const { technicalName = 'Main wheel', informationName = 'Removal', issue = '003', inWork = '00' } = options;
  const { language = ['en', 'US'], applicability = 'Serial numbers 001 to 040', schema = '4-1', subset = '' } = options;
  const applic =
    applicability === '' ? '' : `<applic><displayText><simplePara>${applicability}</simplePara></displayText></applic>`;
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE dmodule [${subset}]>
<dmodule xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.s1000d.org/S1000D_${schema}/xml_schema_flat/proced.xsd">
<identAndStatusSection><dmAddress><dmIdent>${dmCode(options)}
<language languageIsoCode="${language[0]}" countryIsoCode="${language[1]}"/><issueInfo issueNumber="${issue}" inWork="${inWork}"/></dmIdent>
<dmAddressItems><issueDate year="2024" month="05" day="01"/><dmTitle><techName>${technicalName}</techName><infoName>${informationName}</infoName></dmTitle></dmAddressItems></dmAddress>
<dmStatus issueType="new"><security securityClassification="01"/>${applic}</dmStatus></identAndStatusSection>
<content>${content}</content></dmodule>`;
}

/** A data module with the names of issues 2.0 to 3.0. */
export function oldDataModule(
  content: string,
  { schema = '3-0', subset = '' }: Pick<ModuleOptions, 'schema' | 'subset'> = {},
): string {
  const applic =
    schema === '2-0'
      ? '<applic><type>Aircraft</type><model model="SKARV46"/><versrank><range from="001" to="040"/></versrank></applic>'
      : '<applic><displaytext><p>Serial numbers 001 to 040</p></displaytext></applic>';
  return `<?xml version="1.0"?><!DOCTYPE dmodule SYSTEM "http://www.s1000d.org/S1000D_${schema}/dtd/proced.dtd" [${subset}]>
<dmodule><idstatus><dmaddres><dmc><avee><modelic>SKARV46</modelic><sdc>A</sdc><chapnum>32</chapnum><section>4</section><subsect>1</subsect><subject>00</subject><discode>00</discode><discodev>A</discodev><incode>520</incode><incodev>A</incodev><itemloc>A</itemloc></avee></dmc>
<dmtitle><techname>Main wheel</techname><infoname>Removal</infoname></dmtitle><issno issno="3" inwork="0" type="new"/><issdate year="2024" month="5" day="1"/><language language="sx" country="us"/></dmaddres>
<status><security class="01"/>${applic}</status></idstatus><content>${content}</content></dmodule>`;
}

/** The removal of a wheel as issues 4.0 to 6.0 mark it up. */
export const REMOVAL = `
<refs>${dmRef({ information: '720' }, 'Main wheel - Installation')}</refs>
<procedure><preliminaryRqmts>
  <reqCondGroup><reqCondNoRef><reqCond>The aircraft is on jacks</reqCond></reqCondNoRef><reqCondDm><reqCond>The brakes are released</reqCond>${dmRef({ information: '720' })}</reqCondDm></reqCondGroup>
  <reqPersons><person man="A"><personCategory personCategoryCode="Mechanic"/><personSkill skillLevelCode="sk02"/><trade>Airframe</trade><estimatedTime unitOfMeasure="h">0,5</estimatedTime></person></reqPersons>
  <reqSupportEquips><supportEquipDescrGroup><supportEquipDescr id="seq-1"><name>Torque wrench</name><identNumber><manufacturerCode>K1234</manufacturerCode><partAndSerialNumber><partNumber>TW-2040</partNumber></partAndSerialNumber></identNumber><reqQuantity unitOfMeasure="EA">1</reqQuantity></supportEquipDescr></supportEquipDescrGroup></reqSupportEquips>
  <reqSupplies><noSupplies/></reqSupplies><reqSpares><noSpares/></reqSpares>
  <reqSafety><safetyRqmts><warning><warningAndCautionPara>Keep clear of the tire.</warningAndCautionPara></warning></safetyRqmts></reqSafety>
</preliminaryRqmts><mainProcedure>
  <proceduralStep><para>Release the air from the tire.</para>
    <proceduralStep id="stp-1"><warning><warningAndCautionPara>Wear goggles.</warningAndCautionPara></warning><caution><warningAndCautionPara>Do not drop the core.</warningAndCautionPara></caution><para>Remove the valve core.</para></proceduralStep>
    <proceduralStep><note><notePara>It can take 5 minutes.</notePara></note><para>Let the tire become empty.</para></proceduralStep></proceduralStep>
  <proceduralStep><title>Nut</title><para>Loosen the nut with the <internalRef internalRefId="seq-1"/> (refer to <internalRef internalRefId="fig-1"/>) and remove: <randomList><listItem><para>the washer</para></listItem><listItem><para>the bearing</para></listItem></randomList></para>
    <figure id="fig-1"><title>Axle nut</title><graphic infoEntityIdent="ICN-SKARV46-00001-A-001-01"/></figure></proceduralStep>
  <proceduralStep><para>Do <internalRef internalRefId="stp-1"/> again on the other side.</para></proceduralStep>
</mainProcedure><closeRqmts><reqCondGroup><noConds/></reqCondGroup></closeRqmts></procedure>`;

const OLD_REFERENCE = `<refdm><avee><modelic>SKARV46</modelic><sdc>A</sdc><chapnum>32</chapnum><section>4</section><subsect>1</subsect><subject>00</subject><discode>00</discode><discodev>A</discodev><incode>720</incode><incodev>A</incodev><itemloc>A</itemloc></avee><dmtitle><techname>Main wheel</techname><infoname>Installation</infoname></dmtitle></refdm>`;

/** The same as issues 2.0 to 3.0 mark it up. */
export const OLD_REMOVAL = `
<refs>${OLD_REFERENCE}</refs>
<proced><prelreqs>
  <reqconds><reqcond>The aircraft is on jacks</reqcond><reqcondm><reqcond>The brakes are released</reqcond>${OLD_REFERENCE}</reqcondm></reqconds>
  <reqpers><person man="A"/><perscat category="Mechanic"/><perskill skill="sk02"/><trade>Airframe</trade><esttime uom="h">0,5</esttime></reqpers>
  <supequip><supeqli><supequi id="seq-1"><nomen>Torque wrench</nomen><identno><mfc>K1234</mfc><pnr>TW-2040</pnr></identno><qty uom="EA">1</qty></supequi></supeqli></supequip>
  <supplies><nosupply/></supplies><spares><nospares/></spares>
  <safety><safecond><warning><para>Keep clear of the tire.</para></warning></safecond></safety>
</prelreqs><mainfunc>
  <step1><para>Release the air from the tire.</para>
    <step2 id="stp-1"><warning><para>Wear goggles.</para></warning><caution><para>Do not drop the core.</para></caution><para>Remove the valve core.</para></step2>
    <step2><note><para>It can take 5 minutes.</para></note><para>Let the tire become empty.</para></step2></step1>
  <step1><title>Nut</title><para>Loosen the nut with the <xref xrefid="seq-1"/> (refer to <xref xrefid="fig-1"/>) and remove: <randlist><item>the washer</item><item>the bearing</item></randlist></para>
    <figure id="fig-1"><title>Axle nut</title><graphic boardno="ICN-SKARV46-00001-A-001-01"/></figure></step1>
  <step1><para>Do <xref xrefid="stp-1"/> again on the other side.</para></step1>
</mainfunc><closereqs><reqconds><noconds/></reqconds></closereqs></proced>`;

export interface PublicationOptions {
  title?: string;
  number?: string;
  issue?: string;
  inWork?: string;
  language?: [string, string];
  /** Inside of the DOCTYPE. */
  subset?: string;
}

/** A publication module whose entries are given as markup. */
export function publicationModule(entries: string, options: PublicationOptions = {}): string {
  const { title = 'Skarv 46 Maintenance Manual', number = '00001', issue = '002', inWork = '00' } = options;
  const { language = ['en', 'GB'], subset } = options;
  const doctype = subset === undefined ? '' : `<!DOCTYPE pm [${subset}]>`;
  return `<?xml version="1.0"?>${doctype}<pm><identAndStatusSection><pmAddress><pmIdent><pmCode modelIdentCode="SKARV46" pmIssuer="K1234" pmNumber="${number}" pmVolume="00"/><language languageIsoCode="${language[0]}" countryIsoCode="${language[1]}"/><issueInfo issueNumber="${issue}" inWork="${inWork}"/></pmIdent>
<pmAddressItems><issueDate year="2024" month="06" day="01"/><pmTitle>${title}</pmTitle></pmAddressItems></pmAddress><pmStatus issueType="new"><security securityClassification="01"/></pmStatus></identAndStatusSection><content>${entries}</content></pm>`;
}

/** An entry of a publication module. */
export function pmEntry(title: string, inside: string): string {
  return `<pmEntry><pmEntryTitle>${title}</pmEntryTitle>${inside}</pmEntry>`;
}

export function pmRef(number: string, title: string): string {
  return `<pmRef><pmRefIdent><pmCode modelIdentCode="SKARV46" pmIssuer="K1234" pmNumber="${number}" pmVolume="00"/></pmRefIdent><pmRefAddressItems><pmTitle>${title}</pmTitle></pmRefAddressItems></pmRef>`;
}

/** A publication module with the names of issues 2.0 to 3.0: a chapter with the removal of {@link oldDataModule}. */
export const OLD_PUBLICATION = `<?xml version="1.0"?><!DOCTYPE pm SYSTEM "http://www.s1000d.org/S1000D_3-0/dtd/pm.dtd">
<pm><idstatus><pmaddres><pmc><modelic>SKARV46</modelic><pmissuer>K1234</pmissuer><pmnumber>00003</pmnumber><pmvolume>01</pmvolume></pmc>
<pmtitle>Skarv 46 Wheels</pmtitle><issno issno="4" inwork="0" type="new"/><issdate year="2024" month="7" day="1"/><language language="sx" country="us"/></pmaddres>
<pmstatus><security class="01"/></pmstatus></idstatus><content><pmentry><title>Chapter 32</title>
<refdm><dmc><avee><modelic>SKARV46</modelic><sdc>A</sdc><chapnum>32</chapnum><section>4</section><subsect>1</subsect><subject>00</subject><discode>00</discode><discodev>A</discodev><incode>520</incode><incodev>A</incodev><itemloc>A</itemloc></avee></dmc>
<dmtitle><techname>Main wheel</techname><infoname>Removal</infoname></dmtitle><issno issno="3" inwork="1"/></refdm>
<refpm><pmc><modelic>SKARV46</modelic><pmissuer>K1234</pmissuer><pmnumber>00001</pmnumber><pmvolume>00</pmvolume></pmc><pmtitle>Main manual</pmtitle></refpm>
<reftp><pubcode>SB-32-001</pubcode><pubtitle>Tires</pubtitle></reftp></pmentry></content></pm>`;
