/** A cited page of an answer. */
export interface CitedPassage {
  index: number;
  document_id: string;
  revision_id: string;
  title: string;
  document_type: string;
  section: string;
  page_number: number;
  quote: string;
  start: number;
  end: number;
  content_sha256: string;
  superseded: boolean;
}

export interface AssistantMessage {
  content: string;
  answer_status: 'grounded' | 'refused' | 'needs_clarification' | null;
  /** Null without a grounded answer; absent in older releases. */
  confidence?: number | null;
  citations: CitedPassage[];
  /** Warnings with the index of their citation. */
  warnings: { citation: number }[];
}

export interface FoundPassage {
  document_id: string;
  page_number: number;
  quote: string;
}

interface ListedDocument {
  id: string;
  document_number: string | null;
}

/** What searches and answers are limited to. */
export interface Scope {
  filters?: Record<string, unknown> | undefined;
  aircraft_id?: string | undefined;
}

/** The running service, through its public API only. */
export class ServiceApi {
  private readonly pages = new Map<string, Promise<string>>();
  private readonly digests = new Map<string, Promise<string>>();

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** Document number → id, for everything that the key can see. */
  async documentIds(): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { data: ListedDocument[]; pagination: { next_cursor: string | null } } = await this.call(
        'GET',
        `/documents?limit=100${query}`,
      );
      for (const { id, document_number } of page.data) if (document_number !== null) ids.set(document_number, id);
      cursor = page.pagination.next_cursor;
    } while (cursor !== null);
    return ids;
  }

  /** Of a registration. */
  async aircraftId(registration: string): Promise<string> {
    const path = `/aircraft?q=${encodeURIComponent(registration)}`;
    const { data } = await this.call<{ data: { id: string }[] }>('GET', path);
    if (!data[0]) throw new Error(`${registration} is not in the register`);
    return data[0].id;
  }

  /** Best first. */
  async searchPassages(query: string, scope: Scope, limit: number): Promise<FoundPassage[]> {
    const body = { query, limit, ...scope };
    return (await this.call<{ data: FoundPassage[] }>('POST', '/search/passages', body)).data;
  }

  /** Asks the questions in order in a new conversation and deletes it; returns the last answer and its time. */
  async ask(
    questions: readonly string[],
    session: Scope & { copilot_type: string },
  ): Promise<{ message: AssistantMessage; milliseconds: number }> {
    const { data } = await this.call<{ data: { session_id: string } }>('POST', '/chat/sessions', session);
    const at = `/chat/sessions/${data.session_id}`;
    let message: AssistantMessage | null = null;
    let milliseconds = 0;
    for (const content of questions) {
      const startedAt = performance.now();
      ({ data: message } = await this.call<{ data: AssistantMessage }>('POST', `${at}/messages`, { content }));
      milliseconds = performance.now() - startedAt;
    }
    await this.call('DELETE', at);
    if (message === null) throw new Error('no question to ask');
    return { message, milliseconds };
  }

  /** {@link pageText}; null for a missing or invisible page. */
  async findPageText(documentId: string, page: number, revisionId?: string): Promise<string | null> {
    try {
      return await this.pageText(documentId, page, revisionId);
    } catch (error) {
      if (error instanceof UnexpectedStatus && error.status === 404) return null;
      throw error;
    }
  }

  /** Text of a revision's page, cached. */
  pageText(documentId: string, page: number, revisionId?: string): Promise<string> {
    const query = revisionId === undefined ? '' : `?revision_id=${revisionId}`;
    return remembered(this.pages, `/documents/${documentId}/pages/${page}${query}`, async (path) => {
      return (await this.call<{ data: { text: string } }>('GET', path)).data.text;
    });
  }

  /** SHA-256 of a revision's file, cached. */
  fileDigest(documentId: string, revisionId: string): Promise<string> {
    return remembered(this.digests, `/documents/${documentId}/revisions/${revisionId}`, async (path) => {
      return (await this.call<{ data: { content_sha256: string } }>('GET', path)).data.content_sha256;
    });
  }

  /** Throws unless the response is 2xx. */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': this.key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new UnexpectedStatus(`${method} ${path}`, response.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

class UnexpectedStatus extends Error {
  constructor(
    request: string,
    readonly status: number,
    text: string,
  ) {
    super(`${request}: ${status} ${text}`);
  }
}

function remembered<T>(known: Map<string, Promise<T>>, path: string, get: (path: string) => Promise<T>): Promise<T> {
  const found = known.get(path) ?? get(path);
  known.set(path, found);
  return found;
}
