/** Detects text that addresses a program instead of a mechanic. No list is complete: text that passes is still only quoted and checked. */

/** Cyrillic and Greek letters, and the Latin letters that they resemble. */
const LOOKALIKES = ['аеорсухіјѕԁһԛԝӏαερονικτυ', 'aeopcyxijsdhqwlaepovikty'] as const;
const DIGITS_AS_LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Direction controls, tag characters, control characters. */
const HIDING = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

const VOID =
  'ignore|disregard|forget|override|bypass|discard|overrule|neglect|ignorez|oubliez|ignoriere|vergiss|ignora|ignore[ns]?|olvida|dimentica|esquec\\w+|negeer';
const QUANTIFIER =
  'all|any|every|each|other|previous|prior|above|earlier|preceding|former|your|foregoing|todas?|toutes?|alle[nr]?|tutte|les|las|le|as';
const RULES =
  'instructions?|instrucciones|instruções|istruzioni|anweisungen|instructies|consignes|rules?|guidelines?|prompts?|directions?|directives? (?:above|before)|context|conversation|commands?|orders|policy|policies|polic\\w+|safety|restrictions?|warnings?|cautions?|notices|manuals?|documents?|passages?|citations?|sources|text|content|everything|messages?|training';

const ADDRESS: readonly RegExp[] = [
  /\b(?:artificial intelligence|llms?|(?:large )?language models?|chat ?bots?|chat ?gpt|gpt-?\d\w*|automated readers?)\b/u,
  // AI also means anti-ice, so it must be addressed or read.
  /\bai\s*:\s*(?!anti|air)|\bai (?:assistants?|agents?|readers?|notes?|models?)\b|\b(?:to|any) (?:the |all )?ai\b/u,
  // An assistant can hold the nut, but does not answer.
  /(?:^|[(.!?\]>\n-] *)(?:dear )?assistants?\s*[:,]|\b(?:dear|virtual|digital|helpful) assistants?\b/u,
  /\b(?:note|notes|message|messages|instructions?|orders?|checks) (?:to|for|of) (?:the |an |all )?assistants?\b/u,
  /\bassistants?(?: (?:that|who|which|must|shall|should|may|will|always|never|not|now|only|the|to)){0,3} (?:answer|repl|respond|recommend|report|repeat|sa(?:y|id)|state|claim|link|skip|ignore|disregard|leaves? out|add|read|refuse|delete)/u,
  /\b(?:system|developer|initial|hidden) (?:prompt|message|override|instructions?)\b|\bdeveloper mode\b|\bjail ?break/u,
  new RegExp(String.raw`\b(?:${VOID})\b[^.\n]{0,40}?\b(?:${QUANTIFIER})\b[^.\n]{0,40}?\b(?:${RULES})(?![\p{L}])`, 'u'),
  /\b(?:ignore|disregard|forget|override) (?:everything|anything|all|whatever)\b(?: \w+){0,3} (?:above|before|previous\w*|said|told|else|earlier)\b|\b(?:ignore|disregard|forget) (?:what|everything|all) you\b/u,
  /игнориру\w*|забуд\w+ (?:все|вс[её]) |предыдущи\w+ (?:инструкц|указан)\w*|忽略|无视|無視|이전 지시|指示を無視|تجاهل/u,
  // Prescribed roles and answers.
  /\byou are (?:(?:now|no longer) (?!in |on |at |ready|able|connected|finished|done)|an? (?!(?:not )?(?:sure|certain))\w+ (?:model|assistant|ai))\b|\b(?:pretend|imagine|suppose|act) (?:that you|as if you|you are|as an? (?:unrestricted|different))|\bimagine a world\b|\brole-?play/u,
  /\byou (?:must|shall|should|have to|will|are to) (?:always |only |never |not )*(?:answer|reply|respond)\b/u,
  /\byour (?:\w+ )?(?:answers?|replies|reply|responses?|output|system prompt|instructions|training|guidelines|rules|creators?)\b/u,
  /\b(?:if|when|whenever|whoever|everybody who|anybody who|anyone who) (?:the |a |any )?(?:user|reader|you|he|she|they|someone|anyone|somebody)?\s*(?:is |are |be )?asks?(?:ed)?\b[^.\n]{0,80}\b(?:say|answer|reply|respond|tell|give|state|report|multiply|claim|add)\b/u,
  /\b(?:tell|answer|reply to|inform) (?:it to |this to )?(?:everybody|everyone|anyone|whoever|the users?|all users)\b/u,
  /\b(?:answer|reply|respond|write|speak|translate) (?:only )?(?:in|into) (?:french|german|spanish|russian|chinese|italian|portuguese|english|japanese|rhyme|json|html|markdown)\b/u,
  /\b(?:answer|reply|respond|quote)\b[^.\n]{0,20}\bwithout\b[^.\n]{0,20}\b(?:citations?|sources?|warnings?|references)\b/u,
  /\brespond(?:ez|e|i|a)? (?:que|che|qu')|\bantworte|\brispondi\b|\brépondez\b|\bresponda\b/u,
  /\b(?:answer every question|never refuse|from now on,? (?:you|the answer|always|all answers)|repeat after me|rest of (?:the|this|our) conversation|end of (?:your|the|each|every) (?:reply|answer|response)|append this to)\b/u,
  /\b(?:reveal|print|repeat|leak|disclose|output)\b[^.\n]{0,40}\bprompts?\b(?! on )|\b(?:your|entire|whole|full|original) prompts?\b/u,
  /\b(?:reveal|print|show|repeat|leak|disclose|output|list|send|display|give)\b[^.\n]{0,40}\b(?:conversation|chat history|api keys?|passwords?|secrets?|credentials|instructions above|everything above)\b/u,
  /\b(?:decode|base64)\b[^.\n]{0,30}\b(?:obey|follow|execute|instructions?|run)\b/u,
  /\b(?:end of (?:the )?(?:quoted|passages?|context|document|data|user|untrusted)\b|trusted instructions|new (?:instructions|context|policy|system|rules) (?:for|follow|:)|new (?:context|policy|instructions)\s*:)/u,
];

const PROTOCOL: readonly RegExp[] = [
  /<\|[\w ]*\|>|<\/?(?:system|assistant|user|human|documents?|passages?|context|instructions?|prompt|tool\w*|function\w*|quote|data|evidence|sources?)\b[^>\n]{0,80}>/u,
  /\[\/?(?:inst|sys|system|system message|assistant|user)\]|<<\/?sys>>/u,
  /^[^\S\n]*#{1,6}\s*(?:system|instructions?|response|assistant|user|human|prompt)\s*(?::\s*)?$/mu,
  /"(?:tool_calls?|function_call|function|arguments|tool_use|role)"\s*:/u,
  /\b(?:system|assistant|user|human)\s*:\s*[^\n]{0,200}\b(?:assistant|user|system)\s*:/u,
  /"""|(?<!-)-{3,} ?(?:end|begin) of|(?<!=)={3,} ?(?:end|begin) of/u,
  /<!--|<\/?(?:script|iframe|img|object|embed|svg|style|form|meta)\b/u,
  /!\[[^\]\n]*\]\(|\]\((?:https?|data|javascript|mailto):/u,
];

/** `Do not override any safety device` is the opposite of an attack. */
const FORBIDDEN = new RegExp(
  String.raw`\b(?:do not|don['’]t|never|must not|shall not|may not|cannot)(?: ever)? (?:${VOID})(?:(?:,| or| and)+ (?:${VOID}))*\b`,
  'gu',
);
/** The printed end of a document or section, on a separate line. */
const PRINTED_END =
  /^[^a-z\d\n]*end of (?:the )?(?:document|section|chapter|task|subtask|procedure|manual|page|part|file|bulletin|directive)[^a-z\d\n]*$/gmu;

const NOT_LATIN = /[^\p{Script=Latin}\P{L}]/u;

const ENCODED = /(?<![\w+/])(?=[\w+/]*[a-z])(?=[\w+/]*[A-Z])(?=[\w+/]*\d)[\w+/]{48,}={0,2}/u;

/** What in a text addresses a machine: a protocol (which affects the text after it), words, or nothing. */
export function promptInjectionIn(text: string): 'protocol' | 'words' | null {
  const folded = fold(text).replace(PRINTED_END, '');
  if (PROTOCOL.some((pattern) => pattern.test(folded))) return 'protocol';
  const line = folded.replace(/\s+/gu, ' ');
  const readings = [folded, line, withoutDigits(line), withoutGaps(folded)];
  // Folding would turn parts of Cyrillic words into Latin.
  if (NOT_LATIN.test(text)) readings.push(text.toLowerCase());
  const addressed = [...new Set(readings)]
    .map((reading) => reading.replace(FORBIDDEN, 'heed'))
    .some((reading) => ADDRESS.some((pattern) => pattern.test(reading)));
  return addressed || HIDING.test(text) || ENCODED.test(text) ? 'words' : null;
}

/** Folds disguised letters. Line breaks stay. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[\u0370-\u052f]/gu, (letter) => LOOKALIKES[1][LOOKALIKES[0].indexOf(letter)] ?? letter);
}

/** Reads `1gn0re` as letters. Numbers, and words with one digit at the end, stay. */
function withoutDigits(text: string): string {
  return text.replace(/(?<![a-z\d])[a-z\d]*\d[a-z][a-z\d]*/gu, (word) =>
    word.replace(/[013457]/gu, (digit) => DIGITS_AS_LETTERS[digit] ?? digit),
  );
}

/** Reads `i g n o r e` as one word. */
function withoutGaps(text: string): string {
  return text
    .replace(/(?<![a-z])(?:[a-z][ .-]){3,}[a-z](?![a-z])/gu, (letters) => letters.replace(/[ .-]/gu, ''))
    .replace(/\s+/gu, ' ');
}
