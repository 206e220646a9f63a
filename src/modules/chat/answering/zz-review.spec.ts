import { wordEmbeddings as embeddings } from '../../../../test/support/manuals/word-embeddings.js';
import { evidencePassage } from '../../../../test/factories/evidence.factory.js';
import type { Answer, AnswerRequest, EvidencePassage } from './answer.types.js';
import { ExtractiveAnswerer } from './selection/extractive-answerer.js';
import { readQuestion } from './question/asked-question.js';
import { rateCandidates, type Candidate } from './selection/candidates.js';
import { wholeSteps } from './selection/whole-steps.js';
import { retrievalQuery } from './question/retrieval-query.js';
import { answerParts } from './answer-parts.js';
import { writeFileSync, appendFileSync } from 'node:fs';
const OUT = '/tmp/t/zz-out.txt';
writeFileSync(OUT, '');
const log = (...x: unknown[]) => appendFileSync(OUT, x.map((y) => typeof y === 'string' ? y : JSON.stringify(y, null, 1)).join(' ') + '\n');
function ask(question: string, evidence: EvidencePassage[], more: Partial<AnswerRequest> = {}): Promise<Answer> {
  const request = { question, history: [], copilot_type: 'mro', evidence, ...more } as AnswerRequest;
  return new ExtractiveAnswerer(embeddings).answer(request);
}
async function show(name: string, question: string, evidence: EvidencePassage[], more: Partial<AnswerRequest> = {}) {
  try {
    const a = await ask(question, evidence, more);
    log(`## ${name}: ${question}\n${a.answer_status} ${a.refusal_reason} conf=${a.confidence} remarks=${JSON.stringify(a.remarks ?? null)}\n${a.content}\nVALUES ${JSON.stringify(a.citations.flatMap((c) => c.value ?? []))}` +
      `\nOPTIONS ${JSON.stringify(a.clarification?.options.map((o) => [o.text, o.page_number, o.section]))} SUGG ${JSON.stringify(a.suggestions.map((s)=>[s.document_id,s.page_number]))}\nPARTS ${JSON.stringify(answerParts(a).map((p)=>[p.kind,p.text,p.citations]))}\n`);
    return a;
  } catch (e) { log(`## ${name} THROWS ${String((e as Error).stack)}`); throw e; }
}
async function pick(name: string, passages: EvidencePassage[], ...words: string[]) {
  const question = await readQuestion('What is done?', { asked: 'What is done?', copilot: null, aircraft: [] });
  const rated = await rateCandidates(question, passages, { embeddings: null });
  const chosen = words.map((word, rank): Candidate => {
    const found = rated.find(({ unit }) => unit.text.includes(word))!;
    if (!found) throw new Error('no ' + word);
    found.score = -rank;
    return found;
  });
  const { quoted, isCut } = wholeSteps(chosen, rated);
  log(`## WHOLE ${name} [${words.join('|')}] cut=${isCut}\n${quoted.map(({ unit }) => `${unit.kind}: ${unit.text}`).join('\n')}\n`);
}
const Q = 'What is the torque of the main wheel axle nut?';

const P = evidencePassage;
async function turns(name: string, question: string, evidence: EvidencePassage[], more: Partial<AnswerRequest> = {}) {
  const back = await show(name, question, evidence, more);
  for (const o of back.clarification?.options ?? []) {
    const history: AnswerRequest['history'] = [{ role: 'user', content: question }, { role: 'assistant', content: back.content }];
    log('   completed: ' + retrievalQuery(o.text, history));
    await show(name + ' -> option ' + o.text, o.text, evidence, { ...more, history });
  }
}
const sec = (section: string, text: string, page = 12, more: Partial<EvidencePassage> = {}) => P(text, { section, page_number: page, ...more });
describe('zz', () => {
  it('branches', async () => {
    await turns('three-way', 'What is the torque of the axle nut?', [
      sec('Main wheel, left › Installation › 3. Procedure', '(1) Torque the axle nut to 270 N·m.'),
      sec('Main wheel, right › Installation › 3. Procedure', '(1) Torque the axle nut to 280 N·m.', 13),
      sec('Nose wheel › Installation › 3. Procedure', '(1) Torque the axle nut to 110 N·m.', 14),
    ]);
    await turns('lead-in', 'What is the torque of the axle nut?', [
      sec('Wheels › Torques', 'For the left wheel:\nThe torque of the axle nut is 270 N·m.\nFor the right wheel:\nThe torque of the axle nut is 110 N·m.'),
    ]);
    await turns('header', 'What is the torque of the axle nut?', [
      sec('Wheels › Torques', 'Fastener of main wheel | Torque\nAxle nut | 270 N·m'),
      sec('Wheels › Torques', 'Fastener of nose wheel | Torque\nAxle nut | 110 N·m', 13),
    ]);
    await turns('compare', 'What is the torque of the axle nut of the main wheel and of the nose wheel?', [
      sec('Main wheel › Installation', '(1) Torque the axle nut to 270 N·m.'),
      sec('Nose wheel › Installation', '(1) Torque the axle nut to 110 N·m.', 13),
    ]);
    await turns('compare2', 'Compare the axle nut torques: main or nose?', [
      sec('Main wheel › Installation', '(1) Torque the axle nut to 270 N·m.'),
      sec('Nose wheel › Installation', '(1) Torque the axle nut to 110 N·m.', 13),
    ]);
    await turns('procedure', 'How do I install the wheel?', [
      sec('Main wheel › Installation', '(1) Put the wheel on the axle.\n(2) Install the nut.\n(3) Torque the nut to 270 N·m.'),
      sec('Nose wheel › Installation', '(1) Put the wheel on the axle.\n(2) Install the nut.\n(3) Torque the nut to 110 N·m.', 13),
    ]);
    const pairs = [['left','right'],['LH','RH'],['L/H','R/H'],['upper','lower'],['inboard','outboard'],['forward','aft'],['front','rear'],['inlet','outlet'],['supply','return'],['pre-SB','post-SB'],['pre mod','post mod'],['premod','postmod'],['primary','secondary'],['wet','dry'],['cockpit','cabin'],['flight compartment','passenger compartment'],['pressure line','case drain'],['suction','discharge'],['connected','disconnected'],['top','bottom']];
    for (const [a, b] of pairs) {
      const ev = [sec(`Hydraulic valve, ${a} › Installation`, '(1) Torque the attachment bolt to 27 N·m.'), sec(`Hydraulic valve, ${b} › Installation`, '(1) Torque the attachment bolt to 11 N·m.', 13)];
      const q = 'What is the torque of the attachment bolt of the hydraulic valve?';
      const back = await ask(q, ev);
      const res: string[] = [];
      for (const o of back.clarification?.options ?? []) {
        const history: AnswerRequest['history'] = [{ role: 'user', content: q }, { role: 'assistant', content: back.content }];
        const r = await ask(o.text, ev, { history });
        res.push(`${o.text}@${o.page_number} -> [${retrievalQuery(o.text, history)}] ${r.answer_status} ${r.refusal_reason ?? ''} ${(/\d+ N·m/.exec(r.content) ?? [])[0]} ${r.clarification ? 'ASKS AGAIN' : ''}`);
      }
      log(`PAIR ${a}/${b}: ${back.answer_status} ${back.refusal_reason}\n   ${res.join('\n   ')}`);
    }
    for (const [a, b] of [['engine 1','engine 2'],['ENG 1','ENG 2'],['tank 1','tank 2'],['battery 1','battery 2'],['system #1', 'system #2'],['generator 1','generator 2']]) {
      const ev = [sec(`Quantities`, `The oil pressure of ${a} is 27 psi.\nThe oil pressure of ${b} is 11 psi.`)];
      const q = 'What is the oil pressure?';
      const back = await ask(q, ev);
      const res: string[] = [];
      for (const o of back.clarification?.options ?? []) {
        const history: AnswerRequest['history'] = [{ role: 'user', content: q }, { role: 'assistant', content: back.content }];
        const r = await ask(o.text, ev, { history });
        res.push(`${o.text}@${o.page_number} -> [${retrievalQuery(o.text, history)}] ${r.answer_status} ${r.refusal_reason ?? ''} ${r.content} ${r.clarification ? 'ASKS AGAIN' : ''}`);
      }
      log(`PAIR ${a}/${b}: ${back.answer_status} ${back.refusal_reason} ${back.content}\n   ${res.join('\n   ')}`);
    }
  }, 60000);
  it('parts and aircraft', async () => {
    const ipc = [
      P('Item | Part number | Nomenclature | Eff\n10 | AT72-4021-3 | BOLT, AXLE | A\n20 | AT72-4021-5 | BOLT, AXLE | B', { document_type: 'IPC', section: 'Figure 3 Wheel' }),
    ];
    await turns('codes', 'What is the part number of the axle bolt for MSN 1234?', ipc, { copilot_type: 'parts' } as never);
    const figs = [
      P('Item | Part number | Nomenclature\n10 | AT72-4021-3 | BOLT, AXLE', { document_type: 'IPC', section: 'Figure 3 Main wheel' }),
      P('Item | Part number | Nomenclature\n20 | AT72-4021-5 | BOLT, AXLE', { document_type: 'IPC', section: 'Figure 4 Nose wheel', page_number: 13 }),
      P('Item | Part number | Nomenclature\n90 | AT72-4021-9 | BOLT, AXLE, ALTERNATE', { document_type: 'IPC', section: 'Figure 3 Main wheel', page_number: 99 }),
    ];
    await turns('figures', 'What is the part number of the axle bolt?', figs, { copilot_type: 'parts' } as never);
    await turns('aircraft', 'What is the torque of the axle nut?', [
      sec('Wheel › Installation', '(1) Torque the axle nut to 270 N·m.', 12, { aircraft_type: 'A320' }),
      sec('Wheel › Installation', '(1) Torque the axle nut to 110 N·m.', 13, { aircraft_type: 'HST-72', document_id: 'doc_h', revision_id: 'rev_h' }),
      sec('Wheel › Storage', 'Keep the wheels dry.', 77, { aircraft_type: 'A320' }),
      sec('Seats › Covers', 'Wash the covers.', 78, { aircraft_type: 'HST-72', document_id: 'doc_x', revision_id: 'rev_x' }),
    ]);
    await turns('aircraft multi', 'What is the torque of the axle nut?', [
      sec('Wheel › Installation', '(1) Torque the axle nut to 270 N·m.', 12, { aircraft_type: 'A319/A320' }),
      sec('Wheel › Installation', '(1) Torque the axle nut to 110 N·m.', 13, { aircraft_type: 'A320', document_id: 'doc_h', revision_id: 'rev_h' }),
    ]);
    await turns('aircraft names', 'What is the torque of the axle nut?', [
      sec('Wheel › Installation', '(1) Torque the axle nut to 270 N·m.', 12, { aircraft_type: 'Cessna Citation' }),
      sec('Wheel › Installation', '(1) Torque the axle nut to 110 N·m.', 13, { aircraft_type: 'Falcon', document_id: 'doc_h', revision_id: 'rev_h' }),
    ]);
  }, 60000);
  it('other doc', async () => {
    for (const sim of [0.9, 0.99]) await show('other doc torque', 'What is the torque of the axle nut of the main wheel in the installation with the long spacer and the thrust washer?', [
      P('The axle nut of the main wheel with the long spacer and the thrust washer has a torque that is given in the component manual of the installation.', {section: 'Main wheel axle nut torque installation long spacer thrust washer', similarity: sim, keyword_score: 20 }),
      P('(7) Torque the axle nut of the main wheel with the long spacer and the thrust washer to 270 N·m.', { document_id: 'doc_b', revision_id: 'rev_b', title: 'Component manual', section: 'Parts', keyword_score: 1, similarity: 0.1 }),
    ]);
  });
});
