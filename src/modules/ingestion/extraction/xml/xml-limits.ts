/** Bounds of one XML document. */
export interface XmlLimits {
  /** Elements inside of each other. */
  max_nesting: number;
  max_elements: number;
  max_attributes: number;
  /** References to entities that the document declares. */
  max_entity_references: number;
  /** Entities inside of entities. */
  max_entity_depth: number;
  /** Characters that references to entities make, all together. */
  max_entity_characters: number;
}

/** 256 levels, a million elements of 256 attributes, 100,000 references that make 4 Mi characters, 16 deep. */
export const DEFAULT_XML_LIMITS: XmlLimits = {
  max_nesting: 256,
  max_elements: 1_000_000,
  max_attributes: 256,
  max_entity_references: 100_000,
  max_entity_depth: 16,
  max_entity_characters: 4 * 1024 ** 2,
};
