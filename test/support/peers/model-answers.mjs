/**
 * What the language model of model-server.mjs says. It knows no aviation: it finds the numbered passages in the prompt it was
 * given and quotes, alters or obeys them, as its name tells it.
 */

/** `[n] title` and, between two delimiters that the prompt chooses, the passage. */
const PASSAGE = /^\[(\d+)\][^\n]*\n<(data-[0-9a-f]+)>\n([\s\S]*?)\n<\/\2>/gmu;
const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override|reply|respond|answer|say|output|print|write|reveal|repeat|assistant|system|developer|prompt|instruction|you are|you must|tell the)\b/iu;
const REPLY_WITH =
  /(?:reply|respond|answer|say|output|print|write|state|tell\s+\w+\s+\w+)(?:\s+(?:only|just|exactly|back))*\s*(?:with|that|:)?\s*(?:the\s+(?:word|words|text|line|sentence|phrase)\s+)?["'“‘]?([^"'”’\n]{1,200})/iu;

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const contentOf = (messages, role) =>
  messages
    .filter((message) => message.role === role)
    .map(({ content }) => (typeof content === 'string' ? content : ''))
    .join('\n');

export function passagesIn(messages) {
  const prompt = messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n');
  return [...prompt.matchAll(PASSAGE)].map(([, number, , text]) => ({ number: Number(number), text }));
}

const sentencesOf = (text) =>
  text
    .split(/\n|(?<=[.!?])\s+(?=[A-Z(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => words(sentence).length > 3 && !sentence.startsWith('Source:'));

/** The three sentences of the passages that share most words with the question, in their order. */
function quotes(messages) {
  const asked = new Set(
    words((messages.at(-1)?.content ?? '').split('Question:').at(-1)).filter((word) => word.length > 3),
  );
  return passagesIn(messages)
    .flatMap(({ number, text }) => sentencesOf(text).map((sentence) => ({ number, sentence })))
    .map((quote, order) => ({
      ...quote,
      order,
      shared: words(quote.sentence).filter((word) => asked.has(word)).length,
    }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 3)
    .sort((a, b) => a.order - b.order);
}

const cited = (list) => list.map(({ number, sentence }) => `${sentence} [${number}]`).join('\n');
const altered = (list, change) => list.map((quote) => ({ ...quote, sentence: change(quote.sentence) }));

/** Follows every instruction in the documents and cites them for it; also repeats their other text. */
function obedient(messages) {
  const lines = passagesIn(messages).flatMap(({ number, text }) =>
    sentencesOf(text)
      .filter((sentence) => INSTRUCTION.test(sentence))
      .flatMap((sentence) => {
        const wanted = REPLY_WITH.exec(sentence)?.[1];
        return [wanted && `${wanted} [${number}]`, wanted, `${sentence} [${number}]`].filter(Boolean);
      }),
  );
  const shown = /prompt|instructions/iu.test(lines.join(' ')) ? contentOf(messages, 'system') : '';
  return [...lines, cited(quotes(messages)), ...shown.split('\n').map((line) => line && `${line} [1]`)]
    .filter(Boolean)
    .join('\n');
}

/** Texts by the name of the model; every other name quotes. */
export const ANSWERS = {
  quote: (messages) => cited(quotes(messages)),
  hallucinate: (messages) =>
    cited(altered(quotes(messages), (text) => text.replace(/\d+/gu, (n) => String(Number(n) + 7)))) +
    `\nThe torque is 4711 N·m. [1]\n${cited(quotes(messages).slice(0, 1))}`,
  'wrong-unit': (messages) =>
    cited(
      altered(quotes(messages), (text) =>
        text.replace(/N·m|Nm|psi|bar|mm|°C/gu, (unit) =>
          unit === 'psi' ? 'bar' : unit === 'lbf·ft' ? 'N·m' : 'lbf·ft',
        ),
      ),
    ),
  uncited: (messages) =>
    quotes(messages)
      .map(({ sentence }) => sentence)
      .join('\n'),
  'out-of-range': (messages) =>
    quotes(messages)
      .map(({ sentence }) => `${sentence} [0][99][-1]`)
      .join('\n'),
  paragraph: (messages) =>
    quotes(messages)
      .map(({ number, sentence }) => `${sentence} [${number}]`)
      .join(' '),
  obey: obedient,
  'echo-prompt': (messages) =>
    contentOf(messages, 'system')
      .split('\n')
      .map((line) => `${line} [1]`)
      .join('\n'),
  'refuse-in-words': () => "I'm sorry, but I can't help with that.",
  nothing: () => '',
};

/** Vectors of words: texts that share words are near each other, and the same text always has the same vector. */
export function vectorOf(text, dimensions) {
  const vector = new Array(dimensions).fill(0);
  for (const word of words(text)) {
    let hash = 2166136261;
    for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 16777619);
    for (let k = 0; k < 4; k += 1) {
      hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
      vector[(hash >>> 0) % dimensions] += (hash >>> 31) & 1 ? -1 : 1;
    }
  }
  const length = Math.hypot(...vector);
  if (length === 0) vector[0] = 1;
  return length === 0 ? vector : vector.map((value) => value / length);
}
