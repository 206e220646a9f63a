import { createHash } from 'node:crypto';

/** The first instant of each example. */
const START = Date.parse('2026-11-16T08:30:00.000Z');
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const ID = /\b([a-z]+(?:_[a-z]+)*)_[0-9a-hjkmnp-tv-z]{26}\b/g;
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Fields with secrets, and what stands for them. */
const SECRETS = {
  access_token: '<ACCESS_TOKEN>',
  refresh_token: '<REFRESH_TOKEN>',
  id_token: '<ID_TOKEN>',
  mfa_token: '<MFA_TOKEN>',
  token: '<TOKEN>',
  key: '<API_KEY>',
  secret: '<WEBHOOK_SECRET>',
  client_secret: '<CLIENT_SECRET>',
  password: 'correct horse battery staple',
  current_password: 'correct horse battery staple',
  new_password: 'a longer battery for the horse',
  code: '123456',
  code_verifier: '<CODE_VERIFIER>',
  otpauth_uri: 'otpauth://totp/Maintenance:ada@example.com?secret=<SECRET>&issuer=Maintenance',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
  cursor: '<CURSOR>',
  next_cursor: '<CURSOR>',
  challenge: '<CHALLENGE>',
  user_agent: 'Mozilla/5.0',
  device: 'Chrome on Linux',
};
const PEOPLE = ['ada', 'ben', 'cleo', 'dev', 'eva', 'finn', 'gia', 'hugo'];
const NAMES = [
  'Ada Berg',
  'Ben Castillo',
  'Cleo Duval',
  'Dev Iyer',
  'Eva Lind',
  'Finn Moore',
  'Gia Neri',
  'Hugo Ortiz',
];

/** An example with fictional ids, times, people, addresses and credentials. The same value stays the same. */
export function anonymize(example) {
  const text = JSON.stringify(example);
  const instants = [...new Set(text.match(TIME) ?? [])]
    .map((time) => Date.parse(time))
    .filter(isRecent)
    .sort((a, b) => a - b);
  const shift = instants.length > 0 ? START - instants[0] : 0;
  return new Replacement(shift).of(example, '');
}

/** Times that a test took from the clock; it writes others down, as dates of documents. */
const isRecent = (time) => Math.abs(time - Date.now()) < 3 * 365 * 86_400_000;

class Replacement {
  known = new Map();
  counts = new Map();

  constructor(shift) {
    this.shift = shift;
  }

  of(value, name) {
    if (Array.isArray(value)) return value.map((item) => this.of(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, this.of(child, key)]));
    if (typeof value === 'number') return this.number(value);
    return typeof value === 'string' ? this.text(value, name) : value;
  }

  /** Unix seconds and long durations in milliseconds depend on the run. */
  number(value) {
    const seconds = START / 1000;
    return Number.isInteger(value) && value > 1.6e9 && value < 2.2e9
      ? seconds + Math.round((value * 1000 + this.shift - START) / 1000)
      : value;
  }

  text(value, name) {
    const secret = SECRETS[name];
    // A code is also a part, an error or a module.
    if (secret !== undefined && (name !== 'code' || /^\d{6}$/.test(value))) return secret;
    if (name === 'recovery_codes') return this.once('recovery', value, (n) => `${1000 + n}-${2000 + n}`);
    return value
      .replace(TIME, (time) =>
        isRecent(Date.parse(time)) ? new Date(roundToSecond(Date.parse(time) + this.shift)).toISOString() : time,
      )
      .replace(ID, (id, prefix) => this.once(prefix, id, (n) => `${prefix}_01kf${lettersOf(`${prefix}${n}`, 22)}`))
      .replace(/\bPerson [0-9a-f]{6,14}\b/g, (person) => this.once('person', person, (n) => NAMES[n % NAMES.length]))
      .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (mail) =>
        this.once('mail', mail, (n) => `${PEOPLE[n % PEOPLE.length]}@example.com`),
      )
      .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) =>
        this.once('uuid', id, (n) => uuidOf(`uuid${n}`)),
      )
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<TOKEN>')
      .replace(/https?:\/\/(?:127\.0\.0\.1|localhost|service\.test)(?::\d+)?/g, 'https://manuals.example.com')
      .replace(/^(?:service\.test|localhost)$/, 'manuals.example.com')
      .replace(/(?<=https?:\/\/[\w.-]*\w)(?:\.example)?\.(?:test|invalid)\b/g, '.example.com')
      .replace(/\b(?:127\.0\.0\.1|::1)\b/g, '192.0.2.10')
      .replace(/\bamks_[\w-]+/g, 'amks_…')
      .replace(/(?<![\w-])[0-9a-f]{32,128}(?![\w-])/g, (hash) =>
        this.once('hash', hash, (n) => hexOf(`hash${n}`, hash.length)),
      )
      .replace(/(?<![\w/+.-])(?=[\w/+-]*\d)(?=[\w/+-]*[A-Z])[\w/+-]{24,}={0,2}(?![\w/+-])/g, (opaque) =>
        this.once('opaque', opaque, (n) => opaqueOf(`opaque${n}`, opaque.length)),
      )
      .replace(/(?<=\w[ .-])[0-9a-f]{10,14}\b/g, (hex) => this.once('suffix', hex, (n) => String(n + 1)));
  }

  once(kind, value, make) {
    if (!this.known.has(value)) {
      const count = this.counts.get(kind) ?? 0;
      this.counts.set(kind, count + 1);
      this.known.set(value, make(count));
    }
    return this.known.get(value);
  }
}

const roundToSecond = (time) => Math.round(time / 1000) * 1000;
const digest = (text) => createHash('sha256').update(text).digest();
const hexOf = (text, length) => digest(text).toString('hex').repeat(2).slice(0, length);
const opaqueOf = (text, length) => digest(text).toString('base64url').repeat(20).slice(0, length);
const lettersOf = (text, length) =>
  [...digest(text)]
    .slice(0, length)
    .map((byte) => ID_LETTERS[byte % 32])
    .join('');
const uuidOf = (text) => hexOf(text, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
