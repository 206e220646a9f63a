import { readContent, type Content } from './content.js';
import { addressOf, LETTERS, titleOf, verdictMarks } from './document-parts.js';
import { element } from './dom.js';
import { CHECK_MS, dateOf, watchValidity } from './expiry.js';
import { pageView } from './page-view.js';
import { searchView } from './search-view.js';
import { temporaryState } from './temporary-revisions.js';

/** `#/<document>/<page>/<query>`, or `#?<query>`. */
const PAGE_ADDRESS = /^#\/(\d+)\/(\d+)(?:\/(.*))?$/;

void start();

async function start(): Promise<void> {
  const root = document.getElementById('viewer')!;
  if (!('DecompressionStream' in globalThis)) {
    root.append(element('p', { role: 'alert' }, 'This browser is too old for the package. Use one of 2023 or later.'));
    return;
  }
  try {
    show(root, await readContent());
  } catch (error) {
    root.append(element('p', { role: 'alert' }, `The package is damaged: ${String(error)}. Do not use it.`));
  }
}

function show(root: HTMLElement, content: Content): void {
  const { about } = content;
  document.title = about.title ?? 'Offline package';
  const banner = element('div', { id: 'validity' });
  const view = element('div', { id: 'view' });
  const box = element('input', { id: 'query', type: 'search' });
  const chosen = aircraftChoice(content);
  const form = element(
    'form',
    { role: 'search' },
    element('label', {}, 'Search ', box),
    about.aircraft.length > 0 && element('label', {}, 'Aircraft ', chosen),
    element('button', { type: 'submit' }, 'Search'),
  );
  const render = (): void => view.replaceChildren(viewOf(content, box, chosen));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const address = box.value.trim() === '' ? '#' : `#?${encodeURIComponent(box.value.trim())}`;
    if (location.hash === address) render();
    else location.hash = address;
  });
  chosen.addEventListener('change', render);
  addEventListener('hashchange', () => {
    render();
    scrollTo(0, 0);
  });
  const stamp = `${about.package_id} · ${about.organization.name} · data and verdicts of ${dateOf(about.requested_at)} · expires ${dateOf(about.expires_at)}`;
  root.replaceChildren(
    banner,
    element(
      'div',
      { className: 'sheet' },
      element('header', {}, element('h1', {}, element('a', { href: '#' }, document.title)), form),
      view,
    ),
    element('footer', {}, stamp),
  );
  watchValidity(about, banner);
  render();
  const state = temporaryState(content);
  let shown = state();
  const check = (): void => {
    const present = state();
    if (present === shown) return;
    shown = present;
    render();
  };
  setInterval(check, CHECK_MS);
  for (const event of ['visibilitychange', 'beforeprint', 'focus']) addEventListener(event, check);
}

function viewOf(content: Content, box: HTMLInputElement, chosen: HTMLSelectElement): HTMLElement {
  const { hash } = location;
  const [, document = '', page = '', query = ''] = PAGE_ADDRESS.exec(hash) ?? [];
  const aircraft = chosen.value === '' ? null : Number(chosen.value);
  if (document !== '') {
    const shown = pageView(content, Number(document), Number(page), decoded(query), aircraft);
    return shown ?? element('p', { role: 'status' }, 'The package has no such page.');
  }
  if (!hash.startsWith('#?')) return overview(content);
  box.value = decoded(hash.slice(2));
  return searchView(content, box.value, aircraft);
}

function aircraftChoice({ about: { aircraft } }: Content): HTMLSelectElement {
  const options = aircraft.map(({ registration, aircraft_type }, index) =>
    element('option', { value: String(index) }, `${registration} (${aircraft_type})`),
  );
  const chosen = element('select', { id: 'aircraft' }, element('option', { value: '' }, 'all'), ...options);
  if (aircraft.length === 1) chosen.value = '0';
  return chosen;
}

function overview({ about, pages }: Content): HTMLElement {
  const items = about.documents.map((document, index) => {
    const first = pages.find((page) => page.document === index)?.number ?? 1;
    const verdicts = document.applicability.map(({ verdict }) => LETTERS[verdict] ?? 'u').join('');
    return element(
      'li',
      {},
      element('a', { href: addressOf(index, first) }, titleOf(document)),
      ` ${document.document_type}, ${document.page_count} pages`,
      verdictMarks(about.aircraft, verdicts),
    );
  });
  const leftOut = about.left_out.map(({ document_number, title, version }) =>
    element('li', {}, `${document_number === null ? '' : `${document_number} · `}${title} · revision ${version}`),
  );
  return element(
    'section',
    {},
    element('h2', {}, 'Documents'),
    element('ul', {}, ...items),
    leftOut.length > 0 && element('h2', {}, 'Left out: they apply to none of the aircraft'),
    leftOut.length > 0 && element('ul', {}, ...leftOut),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
