/** Fields of the interface's objects, in no order, written out here: a test must not learn them from the service. */
const words = (text: string): string[] => text.trim().split(/\s+/).sort();

export const DOCUMENT_FIELDS = words(`id title document_type aircraft_type version document_number ata_chapter status
  access team_id language page_count effectivity revision supersedes superseded_by ingestion created_by created_at
  updated_at`);
export const DOCUMENT_REVISION_FIELDS = words('id version revision_date status content_sha256');
export const REVISION_FIELDS =
  words(`id document_id version revision_date effectivity status content_sha256 content_size
  media_type file_name page_count language metadata supersedes superseded_by ingestion created_by created_at activated_by
  activated_at withdrawn_by withdrawn_at`);
const QUOTE_FIELDS = words(`index document_id revision_id title version revision_date document_type
  aircraft_type page_number section quote start end content_sha256 superseded ocr_confidence notices_of_change discrepancies
  temporary_revisions effectivity applies_to`);
/** Fields of a citation of an answer. */
export const CITATION_FIELDS = [...QUOTE_FIELDS, 'applicability', 'language', 'value'].sort();
export const MATCH_FIELDS = words(`page_number section snippet highlights ocr_confidence warnings
  effectivity applies_to applicability superseded duplicates discrepancies temporary_revisions`);
/** Fields of a found passage. */
export const PASSAGE_FIELDS = words(`${QUOTE_FIELDS.join(' ')} score applicability highlights warnings duplicates`);
export const MESSAGE_FIELDS = words(`id role content status answer_status answer_parts citations warnings suggestions
  refusal_reason clarification aircraft model confidence created_at`);
export const SUGGESTION_FIELDS = words('document_id title version document_type page_number section missing_terms');
export const CHAT_SESSION_FIELDS = words('session_id copilot_type title aircraft_id created_at updated_at');

export const fieldsOf = (value: unknown): string[] => Object.keys(value as object).sort();
