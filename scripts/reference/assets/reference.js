const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const query = find('#query');
const permission = find('#permission');
const links = new Map(all('nav li a').map((link) => [link.hash.slice(1), link]));

const entries = all('.op').map((article) => ({
  article,
  item: links.get(article.id)?.parentElement,
  name: find('h4', article).textContent.toLowerCase(),
  address: find('.address', article)?.textContent.toLowerCase() ?? '',
  needs: article.dataset.needs?.split(' ') ?? [],
}));
const textOf = (entry) =>
  (entry.text ??= `${entry.article.id} ${find('.about', entry.article).textContent}`.toLowerCase());

/** Shows the operations with all words and the permission; the best of them first in `shown`. */
let shown = entries;
function filter() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = permission.value;
  const isFiltered = words.length > 0 || wanted !== '';
  const rank = ({ name, address }) =>
    words.filter((word) => name.includes(word)).length * 2 + words.filter((word) => address.includes(word)).length;
  shown = [];
  for (const entry of entries) {
    const fits = words.every((word) => textOf(entry).includes(word)) && (wanted === '' || entry.needs.includes(wanted));
    entry.article.hidden = !fits;
    if (entry.item) entry.item.hidden = !fits;
    if (fits) shown.push(entry);
  }
  shown.sort((a, b) => rank(b) - rank(a));
  for (const group of all('.group, .tagged, nav section')) {
    const inside = all('.op, li', group);
    group.hidden =
      isFiltered && !inside.some((one) => !one.hidden && (one.matches('.op') || group.matches('nav section')));
  }
  find('#schemas').hidden = isFiltered;
  find('#found').textContent = isFiltered ? `${shown.length} of ${entries.length}` : '';
  document.body.classList.toggle('filtered', isFiltered);
}

function clear() {
  query.value = permission.value = '';
  filter();
}

query.addEventListener('input', filter);
permission.addEventListener('change', filter);
find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (shown[0]) location.hash = shown[0].article.id;
});
addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input[type=search], select, textarea');
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    query.focus();
  } else if (event.key === 'Escape') {
    clear();
  }
});

/** A link to what the filter hides ends the filter. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest('[hidden]')) clear();
  target?.scrollIntoView();
}
addEventListener('hashchange', reveal);

/** Fields of a nested object, where the reader opens it. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    const { schema } = target.dataset;
    if (!schema || !target.open) return;
    const fields = find(`#schema-${schema} > div`).cloneNode(true);
    target.lastElementChild.replaceWith(fields);
    delete target.dataset.schema;
  },
  true,
);

const LANGUAGE = 'reference-language';
const storage = {
  get: () => {
    try {
      return localStorage.getItem(LANGUAGE);
    } catch {
      return null;
    }
  },
  set: (value) => {
    try {
      localStorage.setItem(LANGUAGE, value);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  },
};
const chosen = all('[name=language]').find(({ value }) => value === storage.get());
if (chosen) chosen.checked = true;
find('fieldset').addEventListener('change', ({ target }) => storage.set(target.value));

const watcher = new IntersectionObserver(
  (changes) => {
    const { target } = changes.find(({ isIntersecting }) => isIntersecting) ?? {};
    const link = target && links.get(target.id);
    if (!link) return;
    find('nav [aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'location');
    const nav = find('nav');
    const offset = link.offsetTop - nav.clientHeight / 2;
    if (Math.abs(nav.scrollTop - offset) > nav.clientHeight / 2) nav.scrollTop = offset;
  },
  { rootMargin: '-15% 0px -80%' },
);
for (const { article } of entries) watcher.observe(article);
if (location.hash) reveal();
document.documentElement.dataset.ready = '';
