/** Why an XML document is refused. */
export type XmlProblem =
  'xml_malformed' | 'xml_encoding' | 'xml_entities' | 'xml_nesting' | 'xml_elements' | 'xml_unknown';

/** One sentence on what is wrong, one on what to do. */
export const XML_MESSAGES: Record<XmlProblem, string> = {
  xml_malformed:
    'The XML is incomplete or not well-formed and cannot be read. Get a new copy from its publisher and upload it again.',
  xml_encoding:
    'The XML is not in the character encoding that it declares, or in one that is not supported. Save it as UTF-8 and upload it again.',
  xml_entities:
    'The XML expands its own entities to more text than is allowed, as attacks do. Save it with its entities resolved and upload it again.',
  xml_nesting: 'The XML has more elements inside of each other than are allowed. Get a new copy from its publisher.',
  xml_elements: 'The XML has more elements or attributes than are allowed. Split it into several data modules.',
  xml_unknown:
    'The XML is neither an S1000D data module nor a publication module. Upload it in one of the supported formats.',
};
